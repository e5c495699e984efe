/**
 * One valid file of every accepted format, truncated at several positions and with bytes changed, the same in every
 * run.
 */
import { readFile } from 'node:fs/promises'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import {
  sasTransport,
  spss,
  stata113,
} from '../../../packages/engines/src/data/read/binary-tables.fixture.ts'
import { createRandom } from '../support/archive-samples.ts'
import {
  type AudioClip,
  audioClips,
  type ClipFolder,
  generateAmr,
  type VideoClip,
  videoClips,
} from '../support/clips.ts'
import { writeDxf, writeEmf, writeWmf } from '../support/drawings.ts'
import { reportDocx, reportHtml, reportRtf, reportText, sampleDocument } from '../support/report.ts'
import { writeMsg } from '../support/write-msg.ts'
import { writePptx } from '../support/write-pptx.ts'
import { writeVsdx } from '../support/write-vsdx.ts'
import { writeXlsx } from '../support/write-xlsx.ts'
import { writeZip } from '../support/write-zip.ts'
import { rawTar } from './archives.ts'
import { type HostileFile, hostile } from './hostile-file.ts'

export type ValidFiles = ReadonlyMap<FormatId, Buffer>

/** Everything except images, which need an engine to be generated. */
export async function validFiles(clips: ClipFolder): Promise<Map<FormatId, Buffer>> {
  const files = new Map<FormatId, Buffer>()
  for (const [name, { format }] of Object.entries<VideoClip>(videoClips))
    if (format !== 'gif' && !files.has(format))
      files.set(format, await readFile(await clips.video(name as keyof typeof videoClips)))
  for (const [name, { format }] of Object.entries<AudioClip>(audioClips))
    files.set(format, await readFile(await clips.audio(name as keyof typeof audioClips)))
  files.set('amr', generateAmr())
  files.set('docx', await reportDocx())
  files.set('doc', await sampleDocument('report.doc'))
  files.set('odt', await sampleDocument('report.odt'))
  files.set('rtf', Buffer.from(await reportRtf()))
  files.set('html', Buffer.from(await reportHtml()))
  files.set('txt', Buffer.from(reportText()))
  files.set('xlsx', writeXlsx([{ name: 'S', rows: [['words', 1], [{ formula: 'B1+1', value: 2 }]] }]))
  files.set('pptx', writePptx([{ title: 'Words', lines: [[0, 'more']], notes: 'notes' }]))
  files.set('vsdx', writeVsdx(['Words']))
  files.set('emf', writeEmf())
  files.set('wmf', writeWmf())
  files.set('dxf', Buffer.from(writeDxf()))
  files.set('mobi', await readFile(new URL('../samples/books/harbor.mobi', import.meta.url)))
  files.set('azw3', await readFile(new URL('../samples/books/harbor.azw3', import.meta.url)))
  files.set('msg', writeMsg({ texts: { '0037': 'Words', '1000': 'more words' } }))
  files.set('zip', writeZip({ 'a.txt': 'words', 'b/c.txt': 'more words' }))
  files.set('tar', rawTar([{ name: 'a.txt', type: '0', content: Buffer.from('words') }]))
  files.set('dta', stata113())
  files.set('sav', spss(2))
  files.set('xpt', sasTransport())
  files.set('pdf', await readFile(new URL('../samples/pdf/images.pdf', import.meta.url)))
  return files
}

const cuts = [0.02, 0.3, 0.6, 0.95] as const
const changeCounts = [1, 8, 64] as const

export function brokenFiles(valid: ValidFiles): HostileFile[] {
  return [...valid].flatMap(([format, bytes], index) => {
    const broken = (what: string, content: Buffer) =>
      hostile('broken', `${format}: ${what}`, `broken.${formatExtension(format)}`, content)
    return [
      ...cuts.map(share =>
        broken(
          `the first ${share * 100} percent`,
          bytes.subarray(0, Math.max(40, Math.round(bytes.length * share))),
        ),
      ),
      ...changeCounts.map((count, round) =>
        broken(`${count} bytes changed`, flipped(bytes, count, index * 10 + round)),
      ),
      broken('a header followed by noise', noiseAfter(bytes, index)),
      broken('twice', Buffer.concat([bytes, bytes])),
    ]
  })
}

/** The magic number at the start is kept. */
const headerBytes = 12

function flipped(bytes: Buffer, count: number, seed: number): Buffer {
  const random = createRandom(seed + 1)
  const changed = Buffer.from(bytes)
  for (let n = 0; n < count; n++) {
    // Half of them near the start, where tables and sizes are.
    const reach = n % 2 === 0 ? Math.min(bytes.length, 2_000) : bytes.length
    const at = headerBytes + random(Math.max(1, reach - headerBytes))
    changed[at] = random(256)
  }
  return changed
}

function noiseAfter(bytes: Buffer, seed: number): Buffer {
  const random = createRandom(seed + 1_000)
  const head = bytes.subarray(0, Math.min(64, bytes.length))
  return Buffer.concat([head, Buffer.from(Array.from({ length: 20_000 }, () => random(256)))])
}
