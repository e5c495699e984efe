/** Request to the helper that sanitizes documents. */

export type SanitizedFormat = 'docx' | 'doc' | 'odt' | 'rtf' | 'html'

export interface SanitizeRequest {
  readonly format: SanitizedFormat
  /** The result for the user, not input for LibreOffice. */
  readonly isResult: boolean
  /** Written by LibreOffice: the encoding is known. */
  readonly isUtf8: boolean
  readonly password?: string
}
