import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { LinkField } from '../../parts/LinkField.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { linkFault } from '../../state/content/links.ts';
import { useMessages } from '../../state/messages.ts';

/** Asks where the selected text leads. An empty address removes the link. */
export function LinkDialog({
  content,
  initial,
  onLink,
  onClose,
}: {
  readonly content: unknown;
  readonly initial: string;
  readonly onLink: (href: string) => void;
  readonly onClose: () => void;
}) {
  const { richText: words, common } = useMessages();
  const [href, setHref] = useState(initial === '' ? '/' : initial);
  const finish = (address: string): void => {
    onClose();
    onLink(address);
  };
  return (
    <Dialog
      title={words.link()}
      onClose={onClose}
      foot={
        <>
          {initial === '' ? (
            <Button onPress={onClose}>{common.cancel()}</Button>
          ) : (
            <Button onPress={() => finish('')}>{words.removeLink()}</Button>
          )}
          <Button look="solid" isDisabled={linkFault(href, content) === 'form'} onPress={() => finish(href.trim())}>
            {words.takeLink()}
          </Button>
        </>
      }
    >
      <LinkField content={content} href={href} onChange={setHref} />
    </Dialog>
  );
}
