/** Other OCR engines for comparison: Tesseract on its own, and tesseract.js if it is installed. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface OcrEngine {
  readonly name: string
  read(imagePath: string, pack: string): Promise<string>
  close(): Promise<void>
}

/** One thread, like ours; concurrent pages are not measured. */
export const plainTesseract: OcrEngine = {
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

/** Debian's language packs, so that only the engine differs. */
const packFolder = '/usr/share/tesseract-ocr/5/tessdata'

interface TesseractWorker {
  recognize(path: string): Promise<{ data: { text: string } }>
  reinitialize(pack: string): Promise<unknown>
  terminate(): Promise<unknown>
}

/** Not a dependency: `npm install --no-save tesseract.js` installs it. Undefined if it is missing. */
export async function tesseractJs(): Promise<OcrEngine | undefined> {
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
