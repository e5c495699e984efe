/** Others who read the same pages: Tesseract as it comes, and tesseract.js where it is installed. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Rival {
  readonly name: string
  read(imagePath: string, pack: string): Promise<string>
  close(): Promise<void>
}

/** With one thread, as ours: two pages at once are measured neither here nor there. */
export const plainTesseract: Rival = {
  name: 'tesseract -l',
  async read(imagePath, pack) {
    const { stdout } = await promisify(execFile)('tesseract', [imagePath, '-', '-l', pack], {
      env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      maxBuffer: 16 * 1024 * 1024,
    })
    return stdout
  },
  close: async () => {},
}

/** Debian's packs, so that only the program differs. */
const packFolder = '/usr/share/tesseract-ocr/5/tessdata'

interface TesseractWorker {
  recognize(path: string): Promise<{ data: { text: string } }>
  reinitialize(pack: string): Promise<unknown>
  terminate(): Promise<unknown>
}

/** Not one of our dependencies: `npm install --no-save tesseract.js` puts it there. Undefined where it is not. */
export async function tesseractJs(): Promise<Rival | undefined> {
  const name = 'tesseract.js'
  const loaded = await import(name).catch(() => undefined)
  if (loaded === undefined) return undefined
  const { createWorker } = loaded.default ?? loaded
  let worker: TesseractWorker | undefined
  return {
    name,
    async read(imagePath, pack) {
      if (worker) await worker.reinitialize(pack)
      else
        worker = (await createWorker(pack, 1, {
          langPath: packFolder,
          gzip: false,
          cacheMethod: 'none',
        })) as TesseractWorker
      return (await worker.recognize(imagePath)).data.text
    },
    async close() {
      await worker?.terminate()
    },
  }
}
