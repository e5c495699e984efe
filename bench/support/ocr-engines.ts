/** OCR engines to compare: ours, Tesseract on its own, and tesseract.js if it is installed. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import type { LiveEngine } from '@filesmith/engines/engine'

export interface OcrEngine {
  readonly name: string
  read(imagePath: string, pack: string): Promise<string>
  close(): Promise<void>
}

/** Detects the language itself. The folder is for its results. */
export function ourOcr(engine: LiveEngine, folder: string): OcrEngine {
  let runs = 0
  return {
    name: 'Filesmith',
    async read(imagePath) {
      runs += 1
      const outputPath = join(folder, `${runs}.txt`)
      await engine.runStep({
        step: { ability: 'recognise-text', from: formatOf(imagePath), to: 'txt', options: {} },
        inputPath: imagePath,
        outputPath,
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      return readFile(outputPath, 'utf8')
    },
    close: () => engine.close(),
  }
}

export function formatOf(path: string): FormatId {
  const extension = extname(path).slice(1)
  return extension === 'tif' ? 'tiff' : (extension as FormatId)
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
