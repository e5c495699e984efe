/** All error codes with their HTTP status and message, and the error class that carries them. */

import { administrationErrors } from './administration-errors.ts'
import { apiErrors } from './api-errors.ts'
import { billingErrors } from './billing-errors.ts'
import { sizeText } from './bytes.ts'
import { jobErrors } from './job-errors.ts'
import { organizationErrors } from './organization-errors.ts'
import { signUpErrors } from './sign-up-errors.ts'
import { uploadErrors } from './upload-errors.ts'
import { wrongFileErrors } from './wrong-file-errors.ts'

interface ErrorEntry {
  readonly status: number
  readonly message: string
  /** Of one of several files. */
  readonly named?: string
}

export const errorTable = {
  'invalid-request': { status: 400, message: '{reason}' },
  'unknown-option': { status: 400, message: '{what} has no option {option}.' },
  'option-without-effect': { status: 400, message: 'The option {option} has no effect here: {reason}' },
  'file-missing': { status: 400, message: 'Please select a file first' },
  'file-empty': { status: 400, message: 'This file is empty. Please choose another one.' },
  'upload-incomplete': { status: 409, message: 'This file is still uploading.' },
  'upload-offset-mismatch': {
    status: 409,
    message: 'Wrong upload offset: {offset} bytes have been received.',
  },
  'upload-version': { status: 412, message: 'Uploads require tus protocol version {version}.' },
  'upload-busy': { status: 423, message: 'This upload is in progress on another connection.' },
  'upload-not-found': {
    status: 404,
    message: 'This upload does not exist or has expired. Please upload the file again.',
  },
  'conversion-not-found': { status: 404, message: 'This conversion does not exist or has expired.' },
  'receipt-not-found': {
    status: 404,
    message: 'This receipt does not exist or has expired.',
  },
  'conversion-not-finished': { status: 409, message: 'This conversion is not finished yet.' },
  'conversion-not-retryable': {
    status: 409,
    message: 'Only failed or canceled conversions can be retried.',
  },
  'not-found': { status: 404, message: 'Not found.' },
  'outside-base-path': {
    status: 404,
    message: 'Filesmith is at {basePath}/. A reverse proxy must forward this path unchanged.',
  },
  'file-too-large': { status: 413, message: 'File is too large. Maximum size is {megabytes}MB.' },
  'range-not-satisfiable': { status: 416, message: 'The requested range is not part of this file.' },
  'unknown-type': {
    status: 415,
    message: 'We could not recognize this file. It may be damaged or of an unsupported type.',
  },
  'unsupported-input': { status: 415, message: 'This is a {format} file, which is not supported here.' },
  'pair-unavailable': {
    status: 415,
    message: '{from} files cannot be converted to {to} here. They can become: {others}.',
  },
  'format-mismatch': { status: 415, message: 'This is {actual}, not {claimed}.' },
  'playlist-given': {
    status: 415,
    message: 'This is a playlist, not a media file. Please choose the video or audio file itself.',
  },
  'file-damaged': { status: 422, message: 'This {format} file is damaged or incomplete and cannot be read.' },
  'no-tables': { status: 422, message: 'This {format} file has no tables.' },
  'data-syntax': {
    status: 422,
    message: 'This {format} file cannot be read: there is an error in line {line}.',
  },
  'unsupported-variant': {
    status: 422,
    message: 'This {format} file is damaged or uses an unsupported variant of the format.',
  },
  'postscript-program': {
    status: 422,
    message:
      'This {format} file cannot be drawn: its PostScript program ended before anything was drawn. Please save the drawing as PDF or SVG.',
  },
  'unsupported-sample-size': {
    status: 422,
    message: 'This {format} file has {bits} bits per sample, which is not supported.',
  },
  'pdf-archive-refused': {
    status: 422,
    message:
      'PDF/A-2b is not possible: {reasons}. With partial, you get the best possible file, which is not PDF/A.',
  },
  'file-incomplete': { status: 422, message: '{warning} Without strict, the rest is converted.' },
  'file-encrypted': { status: 422, message: 'This file is password-protected and cannot be read.' },
  'book-protected': { status: 422, message: 'This book has copy protection (DRM) and cannot be converted.' },
  'no-comic-pages': { status: 422, message: 'This file has no images that could be the pages of a comic.' },
  'no-text-layer': {
    status: 422,
    message: 'The pages of this file are images without text. Convert it to PDF and use Extract Text.',
  },
  'password-needed': {
    status: 422,
    message: 'This file is password-protected. Please enter its password.',
    named: '{file} is password-protected. Please enter its password.',
  },
  'password-wrong': {
    status: 422,
    message: 'Wrong password for this file.',
    named: 'Wrong password for {file}.',
  },
  'archive-password-missing': {
    status: 400,
    message: 'Please enter a password for the encrypted archive',
  },
  'password-gone': {
    status: 409,
    message: 'We do not store passwords. Please add the files and enter the password again.',
  },
  'unpacked-too-large': {
    status: 422,
    message: 'The content of this archive is too large to unpack: {reason}.',
  },
  'archive-name-too-long': {
    status: 422,
    message:
      'A file or folder in this archive has a name of more than {bytes} bytes, so it cannot be unpacked.',
  },
  'mail-encrypted': {
    status: 422,
    message: 'This mail is encrypted for its recipients and cannot be read.',
  },
  'columns-missing': {
    status: 422,
    message: 'This {format} file has none of the fields that {what} need, for example {examples}.',
  },
  'font-outlines': {
    status: 422,
    message: 'This font has {outlines} outlines, which stay as they are. Please choose {format}.',
  },
  'archive-split': {
    status: 422,
    message: 'This is one part of a split archive. Please join all parts to one file first.',
  },
  'plan-needed': { status: 403, message: '{what} the Basic or Pro plan.' },
  'pro-plan-needed': { status: 403, message: '{what} the Pro plan.' },
  'too-many-files': { status: 400, message: '{reason}' },
  'files-too-large': { status: 413, message: '{reason}' },
  'batch-not-found': { status: 404, message: 'This batch does not exist or has expired.' },
  'tar-with-password': {
    status: 400,
    message: 'TAR archives cannot have a password. Choose ZIP, 7Z or RAR.',
  },
  'password-too-long': {
    status: 400,
    message: 'This password is too long for {format}. Use up to {characters} characters.',
  },
  'password-not-for-zip': {
    status: 400,
    message:
      'ZIP passwords can only contain unaccented letters, digits and symbols. Change it, or choose 7Z or RAR.',
  },
  'password-with-control-characters': {
    status: 400,
    message: 'Passwords cannot contain line breaks or other control characters.',
  },
  'document-too-long': {
    status: 422,
    message: 'This document has too many pages. The maximum is {pages}.',
  },
  'page-beyond-end': {
    status: 422,
    message: 'This file has no page {page}. Its last page is {pages}.',
  },
  'no-translation': {
    status: 422,
    message: 'This server cannot translate from {from} to {to}. {advice}',
  },
  'language-unknown': {
    status: 422,
    message: 'We could not detect the language of this text. Please choose it.',
  },
  'no-speech-track': {
    status: 422,
    message: 'This video has no audio, so there is nothing to transcribe.',
  },
  'translation-failed': {
    status: 502,
    message: 'The translation service did not respond. Please try again later.',
  },
  'speech-service-failed': {
    status: 502,
    message: 'The transcription service did not respond. Please try again later.',
  },
  'language-not-installed': {
    status: 422,
    message: 'The language pack for {language} is not installed on this server.',
  },
  'no-text-in-document': {
    status: 422,
    message: 'This document has no text to translate.',
  },
  'subtitles-invalid': {
    status: 400,
    message: 'These subtitles are not valid SRT: {reason}',
  },
  'file-protected': {
    status: 422,
    message: 'This file is copy-protected (DRM) and cannot be converted.',
  },
  ...wrongFileErrors,
  ...uploadErrors,
  'nothing-to-play': {
    status: 422,
    message: 'This {format} file has a duration of zero, so there is nothing to convert.',
  },
  'start-beyond-end': {
    status: 422,
    message: 'This video is {length}. Please choose an earlier start.',
  },
  'trim-beyond-end': {
    status: 422,
    message: 'This audio is only {seconds} seconds long. Please choose an earlier start.',
  },
  'media-too-long': {
    status: 422,
    message: 'This file is too long. The maximum duration is {length}.',
  },
  'video-too-large': {
    status: 422,
    message: 'The resolution of this video is too high. The maximum is {megapixels} megapixels.',
  },
  'image-too-large': {
    status: 422,
    message: 'This image has too many pixels. The maximum is {megapixels} megapixels.',
  },
  'image-does-not-fit': {
    status: 422,
    message: 'This image is too large for {format}. The maximum is {pixels} pixels per side.',
  },
  'resized-too-large': {
    status: 422,
    message:
      'The result would be {width} × {height} pixels. The maximum is {megapixels} megapixels and {pixels} pixels per side.',
  },
  'file-size-unreachable': {
    status: 422,
    message:
      'This image cannot be made smaller than {kilobytes} KB as {format}. Please allow a larger file or choose another format.',
  },
  'too-many-frames': {
    status: 422,
    message: 'This animation is too long. Please use one with fewer or smaller frames.',
  },
  'took-too-long': { status: 422, message: 'This file took too long to process and was stopped.' },
  'processing-crashed': {
    status: 422,
    message: 'Processing crashed twice and was stopped. The file may be damaged; please try another one.',
  },
  'needs-too-much-memory': { status: 422, message: 'This file needs more memory than a conversion can use.' },
  'result-too-large': { status: 422, message: 'The result is too large.' },
  'not-signed-in': { status: 401, message: 'Please sign in first.' },
  'wrong-credentials': { status: 401, message: 'Invalid username or password' },
  'wrong-password': { status: 403, message: 'Wrong password.' },
  'wrong-code': { status: 403, message: 'Wrong code, or it was already used.' },
  'proof-needed': { status: 403, message: 'Please confirm it’s you first.' },
  'email-unconfirmed': {
    status: 403,
    message: 'Please confirm your email address first. Use the link we emailed you.',
  },
  'sign-in-expired': {
    status: 401,
    message: 'This sign-in has expired. Please enter your password again.',
  },
  'account-exists': {
    status: 409,
    message: 'This username or email address cannot be used. If it is yours, please sign in.',
  },
  'username-taken': { status: 409, message: 'This username is taken. Please choose another one.' },
  'password-guessable': {
    status: 400,
    message: 'This password is too easy to guess. Please choose another one.',
  },
  'link-invalid': {
    status: 410,
    message: 'This link no longer works. Please request a new one.',
  },
  'link-used': {
    status: 410,
    message: 'This link was already used. Your email address is confirmed.',
  },
  'no-password': {
    status: 409,
    message: "This account has no password yet. Set one with 'Forgot password?' on the sign-in page.",
  },
  'two-step-already-on': { status: 409, message: 'Two-step sign-in is already on.' },
  'two-step-off': { status: 409, message: 'Two-step sign-in is not on.' },
  'last-way-in': {
    status: 409,
    message: 'This is your only sign-in method. Set a password first.',
  },
  'signed-in-already': {
    status: 409,
    message: 'You are already signed in. Sign out first, or end sessions under Security.',
  },
  'session-not-found': { status: 404, message: 'This session has already ended.' },
  'connection-not-found': { status: 404, message: 'This connection does not exist.' },
  'provider-failed': { status: 502, message: 'Could not sign in with {provider}. Please try again.' },
  'provider-cancelled': { status: 403, message: 'Sign-in with {provider} was canceled.' },
  'provider-email-unverified': {
    status: 403,
    message: 'Your email address is not verified at {provider}. Verify it there and try again.',
  },
  'provider-account-exists': {
    status: 409,
    message:
      'An account with this email address already exists. Sign in with your password, then connect {provider} under Security.',
  },
  'identity-taken': {
    status: 409,
    message: 'Your account at {provider} is connected to another account here.',
  },
  'identity-not-connected': {
    status: 403,
    message: 'This account at {provider} is not connected to yours.',
  },
  ...signUpErrors,
  ...organizationErrors,
  'wrong-origin': { status: 403, message: 'This request came from another site and was blocked.' },
  'sign-in-paused': {
    status: 429,
    message:
      "Too many sign-in attempts for this account. Please try again in {wait}, or use 'Forgot password?' to get in now.",
  },
  'codes-paused': {
    status: 429,
    message: 'Too many wrong codes. Try again in {wait}, or use a recovery code now.',
  },
  'too-many-attempts': { status: 429, message: 'Too many attempts. Please try again in {wait}.' },
  'allowance-used': {
    status: 429,
    message: "You've used all {limit} of today's conversions. Your limit resets in {wait}, at midnight UTC.",
  },
  'allowance-too-small': {
    status: 429,
    message:
      "These {count} files need {count} conversions, but you only have {left} of today's {limit} left. Your limit resets in {wait}, at midnight UTC.",
  },
  'month-allowance-used': {
    status: 429,
    message:
      "You've used all {limit} of this month's conversions. Your limit resets in {wait}, on the first of the month.",
  },
  'address-allowance-used': {
    status: 429,
    message:
      "You've used all {limit} of today's conversions from your network. Sign in, or wait until it resets in {wait}, at midnight UTC.",
  },
  ...billingErrors,
  ...administrationErrors,
  ...jobErrors,
  ...apiErrors,
  cancelled: { status: 409, message: 'This conversion was canceled.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  'engine-missing': { status: 503, message: '{tool} is currently not available on this server.' },
  'storage-full': {
    status: 507,
    message: 'The server is out of storage. Please try again later.',
  },
  unavailable: {
    status: 503,
    message: 'The server is temporarily unavailable. Please try again in a few seconds.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorTable
export type ErrorParams = Readonly<Record<string, string | number>>

/** Server faults, which may be retried. All other codes are caused by the request or the file. */
export const faultCodes: ReadonlySet<ErrorCode> = new Set(['storage-full', 'unavailable', 'internal'])

export function errorMessage(code: ErrorCode, params: ErrorParams = {}): string {
  const { message, named }: ErrorEntry = errorTable[code]
  return (params.file === undefined ? message : (named ?? message))
    .replace('{megabytes}MB', placeholder =>
      typeof params.megabytes === 'number' ? sizeText(params.megabytes) : placeholder,
    )
    .replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly params: ErrorParams

  constructor(code: ErrorCode, params: ErrorParams = {}, options?: { cause?: unknown }) {
    super(errorMessage(code, params), options)
    this.code = code
    this.params = params
  }

  get status(): number {
    return errorTable[this.code].status
  }

  get isFault(): boolean {
    return faultCodes.has(this.code)
  }
}

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorTable, value)
}

/** Wraps an unknown error as `internal` and keeps it as the cause. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal', {}, { cause: error })
}
