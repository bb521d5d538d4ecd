// Uploads of pictures and videos, one after the other. They continue while the operator is on another screen.

import { ApiError } from '../api/client.ts';
import { type ValueStore, valueStore } from '../value-store.ts';
import { type Medium, isVideoFile } from './filters.ts';

export type UploadStatus = 'waiting' | 'sending' | 'done' | 'failed';

/** What a stored file became. */
export interface StoredFile {
  readonly medium: Medium;
  /** Whether the library had the same file already. */
  readonly isKnown: boolean;
}

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly status: UploadStatus;
  /** Share of the file that is sent, 0 to 1. */
  readonly sent: number;
  /** Why it failed. */
  readonly error?: unknown;
  readonly result?: StoredFile;
}

export interface UploadPorts {
  readonly send: (file: File, onProgress: (sent: number) => void) => Promise<StoredFile>;
  /** Called before an upload is done, so that the list has it by then. */
  readonly onStored: (stored: StoredFile) => Promise<void>;
  /** The current time in milliseconds. */
  readonly now: () => number;
}

/** How far the uploads of a queue are. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Undefined before anything is sent. */
  readonly secondsLeft: number | undefined;
}

/** Bytes of the largest picture and the largest video that the server takes. */
export const MAX_BYTES = 15_000_000;
export const MAX_VIDEO_BYTES = 200_000_000;

export class UploadQueue {
  readonly #ports: UploadPorts;
  readonly #store: ValueStore<readonly Upload[]> = valueStore<readonly Upload[]>([]);
  #lastId = 0;
  #isRunning = false;
  #startedAt = 0;

  constructor(ports: UploadPorts) {
    this.#ports = ports;
  }

  readonly uploads = (): readonly Upload[] => this.#store.value();
  readonly subscribe = (onChange: () => void): (() => void) => this.#store.subscribe(onChange);

  /** How far the files are that are waiting, being sent or stored. */
  progress(): UploadProgress {
    const files = this.uploads().filter(({ status }) => status !== 'failed');
    const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0);
    const sentBytes = files.reduce((sum, { file, sent }) => sum + file.size * sent, 0);
    const seconds = (this.#ports.now() - this.#startedAt) / 1000;
    const secondsLeft = sentBytes > 0 ? Math.ceil(((totalBytes - sentBytes) * seconds) / sentBytes) : undefined;
    return { sentBytes, totalBytes, secondsLeft };
  }

  add(files: readonly File[]): void {
    const added = files.map((file): Upload => {
      this.#lastId += 1;
      const upload = { id: this.#lastId, file, sent: 0 };
      return file.size > (isVideoFile(file) ? MAX_VIDEO_BYTES : MAX_BYTES)
        ? { ...upload, status: 'failed', error: new ApiError(413, undefined) }
        : { ...upload, status: 'waiting' };
    });
    this.#store.set([...this.uploads(), ...added]);
    void this.#run();
  }

  retry(id: number): void {
    this.#store.set(
      this.uploads().map((upload) => (upload.id === id ? { id, file: upload.file, sent: 0, status: 'waiting' } : upload)),
    );
    void this.#run();
  }

  remove(id: number): void {
    this.#store.set(this.uploads().filter((upload) => upload.id !== id || upload.status === 'sending'));
  }

  /** Removes the uploads that have ended. */
  clear(): void {
    this.#store.set(this.uploads().filter(({ status }) => status === 'waiting' || status === 'sending'));
  }

  #change(id: number, values: Partial<Upload>): void {
    const uploads = this.uploads();
    const index = uploads.findIndex((upload) => upload.id === id);
    const upload = uploads[index];
    if (upload !== undefined) this.#store.set(uploads.with(index, { ...upload, ...values }));
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#startedAt = this.#ports.now();
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#send(next);
    this.#isRunning = false;
  }

  #next(): Upload | undefined {
    return this.uploads().find(({ status }) => status === 'waiting');
  }

  async #send({ id, file }: Upload): Promise<void> {
    this.#change(id, { status: 'sending' });
    try {
      const result = await this.#ports.send(file, (sent) => this.#change(id, { sent }));
      await this.#ports.onStored(result);
      this.#change(id, { status: 'done', sent: 1, result });
    } catch (error) {
      this.#change(id, { status: 'failed', error });
    }
  }
}
