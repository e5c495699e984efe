/** PDF Workbench: redaction of one PDF for every way to hide text or images, searched by programs that are not part of the product. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hiddenContents } from './support/hidden-content.ts'
import { redactFile } from './support/redaction.ts'
import { placesOf } from './support/search-raw-pdf.ts'

const run = promisify(execFile)
const contents = await hiddenContents()

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hidden-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each(Object.keys(contents).map((title, index) => [title, index] as const))(
  'redact: nothing is left of %s',
  async (title, index) => {
    const content = contents[title]
    if (content === undefined) throw new Error('no such document')
    const { pdf, options, secrets, outcome } = content
    const work = join(folder, String(index))
    const source = join(folder, `${index}.pdf`)
    await writeFile(source, pdf)
    for (const secret of secrets)
      expect(await placesOf(source, [secret]), `${secret} is in the source`).not.toEqual([])
    const redacting = redactFile(source, work, options)
    if (outcome === 'refused') {
      const reason = expect.stringContaining('The result still has some of the words')
      await expect(redacting).rejects.toMatchObject({ params: { reason } })
      return
    }
    const { path, report } = await redacting
    expect(await placesOf(path, [...secrets, ...('words' in options ? Object(options.words) : [])])).toEqual(
      [],
    )
    expect(report.removed.some(({ isImage }) => isImage)).toBe(outcome === 'image')
    if ('areas' in options) expect(await isPaintedBlack(path)).toBe(true)
    if (outcome === 'removed') {
      const { stdout } = await run('pdftotext', [path, '-'])
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain('The harbor stays.')
    }
  },
)

/** Every pixel of the area, as poppler draws it at 72 dpi. */
async function isPaintedBlack(path: string): Promise<boolean> {
  const drawn = path.replace(/\.pdf$/, '')
  await run('pdftoppm', ['-gray', '-r', '72', '-f', '1', '-l', '1', '-singlefile', path, drawn])
  const image = await readFile(`${drawn}.pgm`)
  const pixels = image.subarray(image.length - 300 * 200)
  for (let y = 72; y < 118; y++)
    for (let x = 102; x < 198; x++) if ((pixels[y * 300 + x] ?? 255) > 8) return false
  return true
}
