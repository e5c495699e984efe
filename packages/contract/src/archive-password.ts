/** Why an archive of this format cannot have this password: the format, or the programs that open it, would not take it as it is. */
import type { ArchiveFormat } from './archive-formats.ts'
import { AppError } from './errors.ts'
import { formats } from './formats.ts'

/** What programs that open them read of a password; longer ones are cut off silently. */
const maxCharacters: Readonly<Record<Exclude<ArchiveFormat, 'tar'>, number>> = {
  zip: 99,
  '7z': 512,
  rar: 127,
}
/** How others are written as bytes was never agreed on for ZIP; every program opens these. */
const plainCharacters = /^[ -~]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlCharacters = /[\u0000-\u001f\u007f]/

export function passwordRefusal(format: ArchiveFormat, password: string): AppError | undefined {
  if (format === 'tar') return new AppError('tar-with-password')
  if (password === '') return new AppError('archive-password-missing')
  if (controlCharacters.test(password) || !password.isWellFormed())
    return new AppError('password-with-control-characters')
  if (format === 'zip' && !plainCharacters.test(password)) return new AppError('password-not-for-zip')
  if (password.length > maxCharacters[format])
    return new AppError('password-too-long', {
      format: formats[format].label,
      characters: maxCharacters[format],
    })
  return undefined
}
