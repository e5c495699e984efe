/** Searches a PDF with programs that are not part of the product: qpdf expands it, poppler reads its texts and images. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where the text is, in any letter case; words of texts may be spaced or hyphenated. */
export async function placesOf(path: string, texts: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'search-pdf-'))
  try {
    const expandedPath = join(folder, 'expanded.pdf')
    // Warnings about damaged streams end with 3.
    await run('qpdf', ['--qdf', '--object-streams=disable', path, expandedPath]).catch(error => {
      if (error.code !== 3) throw error
    })
    const contents = new Map([
      ['the file', (await readFile(path)).toString('latin1')],
      ['the expanded file', (await readFile(expandedPath)).toString('latin1')],
    ])
    const layouts = [[], ['-raw'], ['-layout']]
    for (const options of layouts) {
      const { stdout } = await run('pdftotext', [...options, path, '-'])
      contents.set(`pdftotext ${options.join('')}`, stdout)
    }
    await run('pdfimages', ['-all', path, join(folder, 'image')])
    await run('pdfimages', [path, join(folder, 'pixels')])
    for (const name of await readdir(folder))
      if (name !== 'expanded.pdf')
        contents.set(`pdfimages ${name}`, (await readFile(join(folder, name))).toString('latin1'))
    return [...contents].flatMap(([place, content]) => {
      const readings = place.startsWith('pdftotext') ? [content, joined(content)] : rawReadings(content)
      return texts
        .filter(text => readings.some(reading => reading.toLowerCase().includes(text.toLowerCase())))
        .map(text => `${place}: ${text}`)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Spaces and hyphens are the layout of the reader. */
function joined(text: string): string {
  return text.replaceAll(/[\s\u00ad-]/g, '')
}

/** Bytes as they are, and without what encodings add. */
function rawReadings(bytes: string): string[] {
  const hexadecimal = bytes.replaceAll(/<([0-9a-f\s]+)>/gi, (_, digits: string) =>
    Buffer.from(digits.replaceAll(/\s/g, ''), 'hex').toString('latin1'),
  )
  const unescaped = hexadecimal
    .replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8) & 255))
    .replaceAll(/[#%]([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\+(?:u00|x)([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  const single = unescaped.replaceAll('\0', '')
  // Of TJ: the strings without the numbers between them.
  const shown = single.replaceAll(/\)\s*-?[\d.]*\s*\(/g, '')
  const words = bytes.replaceAll(/\b(?:[0-9a-f]{2}){4,}\b/gi, digits =>
    Buffer.from(digits, 'hex').toString('latin1'),
  )
  return [bytes, hexadecimal, unescaped, single, shown, words, single.replaceAll(/<[^<>]*>/g, '')]
}
