/** Small inputs that cost the server much more than their sender: those of the hostile corpus, and requests that stall. */
import { operations } from '@filesmith/contract/operations/registry'
import { rawZip } from '../../tests/corpus/hostile/archives.ts'
import { bookBombs } from '../../tests/corpus/hostile/books.ts'
import { chooseAttacks } from '../../tests/corpus/hostile/choose-attacks.ts'
import { dataBombs } from '../../tests/corpus/hostile/data-files.ts'
import { drawingBombs } from '../../tests/corpus/hostile/drawings.ts'
import { imageBombs } from '../../tests/corpus/hostile/images.ts'
import { officeDocumentBombs } from '../../tests/corpus/hostile/office-documents.ts'
import { pageBombs } from '../../tests/corpus/hostile/pages.ts'
import { hostileStructures } from '../../tests/corpus/hostile/pdf-structures.ts'
import { pdfBombs } from '../../tests/corpus/hostile/pdfs.ts'
import { writeZip } from '../../tests/corpus/support/write-zip.ts'

/** A file, or a request that is sent as it is. */
export type ExpensiveInput = { readonly what: string } & (
  | {
      readonly kind: 'file'
      readonly content: Buffer
      readonly fileName: string
      /** Operation and output format; none if only the upload is expensive. */
      readonly conversion?: { readonly path: string; readonly outputFormat: string }
    }
  | { readonly kind: 'json'; readonly path: string; readonly body: string }
  | { readonly kind: 'form'; readonly path: string; readonly body: string; readonly boundary: string }
  | { readonly kind: 'declared'; readonly bytes: number }
)

const maxBytes = 100_000
const longName = 60_000
const longNumber = 16_000
const deepJson = 300_000
const declaredBytes = 500 * 1024 ** 2

/** Content that ambiguous expressions of the formats took minutes or more to recognize. */
const stalls: readonly ExpensiveInput[] = [
  file('stall: DXF of group codes', 'a.dxf', `${'999\n\n\n\n'.repeat(40)}x`),
  file('stall: PBM of spaces', 'a.pbm', `P1${' '.repeat(60)}x`),
  file(
    'stall: manifest without ends of tags',
    'a.odt',
    rawZip([
      stored('content.xml', '<a/>'),
      stored('META-INF/manifest.xml', '<file-entry full-path="/" '.repeat(2_000)),
    ]),
  ),
]

const requests: readonly ExpensiveInput[] = [
  {
    what: 'archive with names of 60,000 characters',
    kind: 'file',
    fileName: 'a.zip',
    content: writeZip({
      [`${'. '.repeat(longName / 2)}x`]: 'a',
      [`${' '.repeat(longName)}x`]: 'a',
      [`${'a/'.repeat(longName / 2)}x`]: 'a',
    }),
    conversion: { path: '/api/convert/archive', outputFormat: 'tar' },
  },
  {
    what: 'number of 16,000 digits',
    kind: 'json',
    path: '/api/convert/image',
    body: JSON.stringify({
      uploadId: '00000000-0000-4000-8000-000000000000',
      outputFormat: 'jpg',
      quality: `${'1'.repeat(longNumber)}x`,
    }),
  },
  {
    what: 'JSON nested 300,000 times',
    kind: 'json',
    path: '/api/convert/image',
    body: `{"uploadId":${'['.repeat(deepJson)}${']'.repeat(deepJson)}}`,
  },
  {
    what: 'form that ends inside a file',
    kind: 'form',
    path: '/api/convert/image',
    boundary: 'b',
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nabc',
  },
  { what: 'declared upload of 500 MB', kind: 'declared', bytes: declaredBytes },
]

/** In one order for every run. Each file of the corpus goes to up to three of its conversions. */
export function expensiveInputs(without: readonly string[]): ExpensiveInput[] {
  const small = [
    ...drawingBombs(),
    ...pageBombs(),
    ...bookBombs(),
    ...dataBombs(),
    ...officeDocumentBombs(),
    ...imageBombs(),
    ...pdfBombs(),
    ...hostileStructures(),
  ].filter(({ content }) => content.length <= maxBytes)
  const expensive = chooseAttacks(small, 'whole').filter(({ operation }) => operation !== 'create-qr-code')
  const attacks = [...Map.groupBy(expensive, attack => attack.file).values()]
  const files = attacks.flatMap(ofFile =>
    [0, Math.floor(ofFile.length / 2), ofFile.length - 1]
      .flatMap(index => ofFile[index] ?? [])
      .filter((attack, index, chosen) => chosen.indexOf(attack) === index)
      .map(({ file: { what, content, fileName }, operation, to }): ExpensiveInput => {
        const { path } = operations[operation]
        return { what, kind: 'file', content, fileName, conversion: { path, outputFormat: to } }
      }),
  )
  const all = interleave([...stalls, ...requests], files)
  return all.filter(({ what }) => !without.some(word => what.includes(word)))
}

/** One of the few after every third of the many, again and again. */
function interleave(few: readonly ExpensiveInput[], many: readonly ExpensiveInput[]): ExpensiveInput[] {
  return many.flatMap((input, index) => {
    const other = index % 3 === 0 ? few[(index / 3) % few.length] : undefined
    return other === undefined ? [input] : [other, input]
  })
}

function file(what: string, fileName: string, content: string | Buffer): ExpensiveInput {
  return { what, kind: 'file', fileName, content: Buffer.from(content) }
}

function stored(name: string, content: string) {
  const plain = Buffer.from(content)
  return { name, plain, packed: plain }
}
