/** Refuses a password that the archive format, or the programs that open it, would not take as it is. */
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { ArchiveFormat } from './formats.ts'

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

export function checkPassword(format: ArchiveFormat, password: string | undefined): void {
  if (password === undefined) return
  if (format === 'tar') throw new AppError('tar-with-password')
  if (password === '') throw new AppError('password-empty')
  if (controlCharacters.test(password) || !password.isWellFormed())
    throw new AppError('password-with-control-characters')
  if (format === 'zip' && !plainCharacters.test(password)) throw new AppError('password-not-for-zip')
  if (password.length > maxCharacters[format])
    throw new AppError('password-too-long', {
      format: formats[format].label,
      characters: maxCharacters[format],
    })
}
