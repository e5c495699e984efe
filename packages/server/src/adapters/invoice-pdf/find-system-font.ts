/** Finds a system font with glyphs for the given characters through fontconfig. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const timeoutMs = 5_000
const format = '%{fontformat}\n%{file}\n%{postscriptname}'
/** Formats that can be embedded in a PDF. */
const usableFormats = new Set(['TrueType', 'CFF'])

export interface SystemFont {
  readonly path: string
  /** Selects one font in a collection file. */
  readonly postscriptName: string | undefined
}

/** The best match; the caller checks whether it covers every character. */
export async function findSystemFont(characters: string): Promise<SystemFont | undefined> {
  const codes = [...new Set(characters)].map(character => character.codePointAt(0)?.toString(16))
  const pattern = `Noto Sans:weight=80:slant=0:charset=${codes.join(' ')}`
  try {
    const { stdout } = await run('fc-match', ['-f', format, pattern], { timeout: timeoutMs })
    const [kind = '', path = '', postscriptName = ''] = stdout.split('\n')
    if (!usableFormats.has(kind) || path === '') return undefined
    return { path, postscriptName: /\.(?:ttc|otc)$/i.test(path) ? postscriptName : undefined }
  } catch {
    // No fontconfig on this machine.
    return undefined
  }
}
