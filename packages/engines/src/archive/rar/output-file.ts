/** Archive file that is appended to, with headers rewritten once they are known. */
import { type FileHandle, open } from 'node:fs/promises'

export class OutputFile {
  readonly #handle: FileHandle
  #position = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  static async create(path: string): Promise<OutputFile> {
    return new OutputFile(await open(path, 'wx'))
  }

  get position(): number {
    return this.#position
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.writeAt(this.#position, bytes)
    this.#position += bytes.length
  }

  async writeAt(position: number, bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const left = bytes.length - written
      const { bytesWritten } = await this.#handle.write(bytes, written, left, position + written)
      written += bytesWritten
    }
  }

  /** Truncates the file to this position. */
  async rewind(position: number): Promise<void> {
    await this.#handle.truncate(position)
    this.#position = position
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}
