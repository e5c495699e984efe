/** What the helper that cleans documents is asked to do with the bytes that follow. */

export type SanitizedFormat = 'docx' | 'doc' | 'odt' | 'rtf' | 'html'

export interface SanitizeRequest {
  readonly format: SanitizedFormat
  /** A page that goes to the user, not into LibreOffice. */
  readonly isResult: boolean
  /** Written by us: its encoding need not be found out. */
  readonly isUtf8: boolean
  readonly password?: string
}
