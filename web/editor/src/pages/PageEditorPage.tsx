export { PageEditor as PageEditorPage } from '../features/pages/PageEditor.tsx';
