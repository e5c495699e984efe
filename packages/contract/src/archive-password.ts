/** Why an archive of this format cannot have this password: the format, or programs that open it, would not accept it. */
import type { ArchiveFormat } from './archive-formats.ts'
import { AppError } from './errors.ts'
import { formats } from './formats.ts'

/** Maximum password lengths of programs that open these archives; longer ones are silently truncated. */
const maxCharacters: Readonly<Record<Exclude<ArchiveFormat, 'tar'>, number>> = {
  zip: 99,
  '7z': 512,
  rar: 127,
}
/** ZIP defines no encoding for other characters; every program accepts these. */
const plainCharacters = /^[ -~]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected
const controlCharacters = /[\u0000-\u001f\u007f]/

export function passwordRefusal(format: ArchiveFormat, password: string | undefined): AppError | undefined {
  if (format === 'tar') return new AppError('tar-with-password')
  if (!password) return new AppError('archive-password-missing')
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
