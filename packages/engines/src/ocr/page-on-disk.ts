/** Lets helpers prepare a page of a file and puts what they answer into a folder. */
import { join } from 'node:path'
import type { OcrFile, OcrHelpers } from './ocr-helpers.ts'
import type { PageSource } from './page/page-source.ts'
import { splitFile } from './split-file.ts'

interface PagePreparation {
  readonly page: number
  /** Whatever is put there belongs to this page. */
  readonly folder: string
  /** Of the longer side of the picture to show; 0 for none. */
  readonly viewPixels: number
}

const names = ['answer', 'page.pgm', 'sample.pgm', 'letters', 'view.jpg']

export function pageSource(
  helpers: OcrHelpers,
  file: OcrFile,
  { page, folder, viewPixels }: PagePreparation,
): PageSource {
  let count = 0
  return {
    async prepare(wish) {
      count += 1
      const path = (name: string) => join(folder, `${count}-${name}`)
      const [answer, reading, sample, letters, view] = names.map(path) as [
        string,
        string,
        string,
        string,
        string,
      ]
      const about = await helpers.prepare(file, { ...wish, page, viewPixels, isOnlyView: false }, answer)
      await splitFile(answer, [
        { path: reading, bytes: about.readingBytes },
        { path: sample, bytes: about.sampleBytes },
        { path: letters, bytes: about.lettersBytes },
        { path: view, bytes: about.viewBytes },
      ])
      const { geometry, dpi, pointsPerPixel, letterCount, steps, viewWidth, viewHeight } = about
      const isSampleWhole = about.sampleBytes === 0
      return {
        readingPath: reading,
        samplePath: isSampleWhole ? reading : sample,
        isSampleWhole,
        ...(about.lettersBytes > 0 && { lettersPath: letters }),
        geometry,
        dpi,
        pointsPerPixel,
        letterCount,
        steps,
        ...(about.viewBytes > 0 && { view: { path: view, width: viewWidth, height: viewHeight } }),
      }
    },
  }
}
