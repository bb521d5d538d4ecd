// Uploads with their progress, which `fetch` does not report.

import { EDITOR_API_PREFIX } from '@marquee/rules/paths.gen.ts';
import type { EditorPicture, EditorVideo, RecordsImport, UploadedPicture, UploadedVideo } from '@marquee/api/editor.gen.ts';
import { ApiError, languageHeader, mayRepeat, refusal } from './client.ts';

/** Stores a picture in the library of a site. `onProgress` gets the share that is sent, 0 to 1. */
export const uploadPicture = (site: string, file: File, onProgress: (sent: number) => void): Promise<UploadedPicture> =>
  sendFile('POST', `${site}/media`, { name: file.name }, file, onProgress);

/** Stores a video in the library of a site, likewise. */
export const uploadVideo = (site: string, file: File, onProgress: (sent: number) => void): Promise<UploadedVideo> =>
  sendFile('POST', `${site}/media/videos`, { name: file.name }, file, onProgress);

/** Replaces a picture or video of a site at all places. */
export const replaceMedium = (
  site: string,
  kind: 'picture' | 'video',
  source: string,
  file: File,
): Promise<EditorPicture | EditorVideo> => sendFile('PUT', `${site}/media/${kind}`, { source, name: file.name }, file);

/** Stores the captions of a video in a language. */
export const uploadCaptions = (site: string, source: string, locale: string, file: File): Promise<EditorVideo> =>
  sendFile('PUT', `${site}/media/video/captions`, { source, locale, name: file.name }, file);

/**
 * Imports a CSV file of records; a dry run stores nothing and says what would change. `onProgress` gets the share that is sent, 0
 * to 1.
 */
export const importRecords = (
  site: string,
  kind: string,
  file: File,
  isDryRun: boolean,
  onProgress: (sent: number) => void,
): Promise<RecordsImport> => sendFile('POST', `${site}/records/${kind}/import`, { dryRun: String(isDryRun) }, file, onProgress);

function sendFile<Response>(
  method: 'POST' | 'PUT',
  path: string,
  query: Readonly<Record<string, string>>,
  file: File,
  onProgress?: (sent: number) => void,
): Promise<Response> {
  const type = file.type === '' ? 'application/octet-stream' : file.type;
  return upload(method, path, `?${new URLSearchParams(query)}`, type, file, onProgress);
}

/** Sends a large JSON body. `onProgress` gets the share that is sent, 0 to 1. */
export const postJson = <Response>(path: string, body: unknown, onProgress: (sent: number) => void): Promise<Response> =>
  upload('POST', path, '', 'application/json', JSON.stringify(body), onProgress);

/** Sends a body, and once more if the password was required and has been entered. */
async function upload<Response>(...request: Parameters<typeof attempt>): Promise<Response> {
  try {
    return await attempt<Response>(...request);
  } catch (error) {
    if (error instanceof ApiError && (await mayRepeat(error))) return attempt<Response>(...request);
    throw error;
  }
}

function attempt<Response>(
  method: 'POST' | 'PUT',
  path: string,
  query: string,
  type: string,
  body: File | string,
  onProgress?: (sent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, `${EDITOR_API_PREFIX}${path}${query}`);
    request.responseType = 'json';
    request.setRequestHeader('content-type', type);
    for (const [name, value] of Object.entries(languageHeader())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300 && request.response !== null) resolve(request.response);
      else reject(refusal(path, request.status, request.response));
    });
    // The server may end the connection of a body that is too large before it has read it.
    request.addEventListener('error', () => reject(new ApiError(0, undefined)));
    request.send(body);
  });
}
