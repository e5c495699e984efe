/** Large PDFs: peak memory of a helper and time per page, for text and for 100 MB of photos. */
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { flatOdt } from '../tests/corpus/make-samples/flat-odt.ts'
import { prose } from '../tests/corpus/make-samples/pdf-documents.ts'
import { helpersBelow } from '../tests/corpus/support/processes-below.ts'
import type { Bench, BenchRow } from './bench.ts'
import { pdfToDocx, printAsPdf } from './support/pdf-converters.ts'
import { timeMs } from './support/time.ts'
import { writePhotoPdf } from './support/write-photo-pdf.ts'

const textChapters = 100
const photoPages = 100
const megabyte = 1024 * 1024
const maxTextMegabytes = 500
const maxPhotoMegabytes = 1000

export const bench: Bench = {
  name: 'pdf-memory',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'pdf-bench-'))
    try {
      const photos = join(folder, 'photos.pdf')
      await writePhotoPdf(photos, photoPages)
      return [
        ...(await measure('text', await writeText(folder), folder, maxTextMegabytes)),
        ...(await measure('photos', photos, folder, maxPhotoMegabytes)),
      ]
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

async function writeText(folder: string): Promise<string> {
  const blocks = Array.from({ length: textChapters }, (_, index) => [
    { kind: 'heading' as const, level: 1, text: `Chapter ${index + 1}` },
    ...Array.from({ length: 8 }, (_, at) => ({ kind: 'paragraph' as const, text: prose(index + at, 6) })),
  ]).flat()
  await writeFile(join(folder, 'text.fodt'), flatOdt({ blocks, footer: '{page}' }))
  return printAsPdf(folder, join(folder, 'text.fodt'))
}

/** Each has its own helper, because the peak is recorded per process. */
async function measure(what: string, pdf: string, folder: string, maxMegabytes: number): Promise<BenchRow[]> {
  const engine = await engines.pdf.start(
    { ...defaultEngineSettings, helpersPerEngine: 1 },
    await createSandbox('required', () => {}),
  )
  try {
    const pages = (await readFile(pdf, 'latin1')).match(/\/Type ?\/Page[^s]/g)?.length ?? 1
    const ms = await timeMs(() => pdfToDocx(engine)(pdf, join(folder, 'result.docx')))
    const peak = peakMegabytes()
    return [
      { what: `${what}: PDF size`, value: (await stat(pdf)).size / megabyte, unit: 'MB' },
      { what: `${what}: pages`, value: pages, unit: '' },
      { what: `${what}: time per page`, value: ms / 1000 / pages, unit: 's' },
      {
        what: `${what}: peak memory of the helper`,
        value: peak,
        unit: 'MB',
        goal: `under ${maxMegabytes}`,
        isMet: peak < maxMegabytes,
      },
    ]
  } finally {
    await engine.close()
  }
}

function peakMegabytes(): number {
  const peaks = helpersBelow(process.pid).map(pid => {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  })
  return Math.max(0, ...peaks)
}
