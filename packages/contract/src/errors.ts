/** The one table of everything that can go wrong, and the one error class that carries it. */
import { apiErrors } from './api-errors.ts'
import { billingErrors } from './billing-errors.ts'
import { jobErrors } from './job-errors.ts'
import { operationErrors } from './operation-errors.ts'
import { organizationErrors } from './organization-errors.ts'
import { uploadErrors } from './upload-errors.ts'
import { wrongFileErrors } from './wrong-file-errors.ts'

export const errorTable = {
  'invalid-request': { status: 400, message: '{reason}' },
  'unknown-option': { status: 400, message: '{what} has no option {option}.' },
  'option-without-effect': { status: 400, message: 'The option {option} has no effect here: {reason}' },
  'file-missing': { status: 400, message: 'Please select a file first' },
  'file-empty': { status: 400, message: 'This file is empty. Please choose another one.' },
  'upload-incomplete': { status: 409, message: 'This file has not arrived completely yet.' },
  'upload-offset-mismatch': {
    status: 409,
    message: 'The upload goes on at another place: {offset} bytes have arrived.',
  },
  'upload-version': { status: 412, message: 'Uploads follow the tus protocol, version {version}.' },
  'upload-busy': { status: 423, message: 'This upload is going on over another connection.' },
  'upload-not-found': {
    status: 404,
    message: 'This upload does not exist or has expired. Please send the file again.',
  },
  'conversion-not-found': { status: 404, message: 'This conversion does not exist or has expired.' },
  'receipt-not-found': {
    status: 404,
    message: 'There is no receipt of this conversion, or its time is over.',
  },
  'conversion-not-finished': { status: 409, message: 'This conversion is not finished yet.' },
  'conversion-not-retryable': {
    status: 409,
    message: 'Only a failed or cancelled conversion can be tried again.',
  },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'file-too-large': { status: 413, message: 'File is too large. Maximum size is {megabytes}MB.' },
  'range-not-satisfiable': { status: 416, message: 'This part of the file does not exist.' },
  'unknown-type': {
    status: 415,
    message: 'We could not recognise this file. It may be damaged or of a kind we do not know.',
  },
  'unsupported-input': { status: 415, message: 'This is a {format} file, which cannot be used here.' },
  'playlist-given': {
    status: 415,
    message: 'This is a playlist: it only names other files. Please choose the video or audio file itself.',
  },
  'file-damaged': { status: 422, message: 'This {format} file is damaged or incomplete and cannot be read.' },
  'unsupported-variant': {
    status: 422,
    message: 'This {format} file is of a rare kind that cannot be read here, or it is damaged.',
  },
  'file-encrypted': { status: 422, message: 'This file is protected by a password and cannot be read.' },
  'password-needed': { status: 422, message: 'This file is protected. Please enter its password.' },
  'password-wrong': { status: 422, message: 'The password does not open this file.' },
  'archive-password-missing': {
    status: 400,
    message: 'Please enter a password for the encrypted archive',
  },
  'password-gone': {
    status: 409,
    message: 'Passwords are not kept. Please add the files again and enter the password anew.',
  },
  'plan-needed': { status: 403, message: '{what} the Basic or Pro plan.' },
  'too-many-files': { status: 400, message: '{reason}' },
  'files-too-large': { status: 413, message: '{reason}' },
  'batch-not-found': { status: 404, message: 'This batch does not exist or has expired.' },
  'tar-with-password': {
    status: 400,
    message: 'A TAR archive cannot be protected by a password. Choose ZIP, 7Z or RAR.',
  },
  'password-too-long': {
    status: 400,
    message: 'This password is too long for a {format} archive. At most {characters} characters can be used.',
  },
  'password-not-for-zip': {
    status: 400,
    message:
      'The password of a ZIP archive can hold only letters without accents, digits and signs. Change it, or choose 7Z or RAR.',
  },
  'password-with-control-characters': {
    status: 400,
    message: 'A password cannot hold line breaks or other control characters.',
  },
  'document-too-long': {
    status: 422,
    message: 'This document has too many pages. At most {pages} can be converted.',
  },
  'no-translation': {
    status: 422,
    message: 'This server cannot translate from {from} to {to}. {advice}',
  },
  'language-unknown': {
    status: 422,
    message: 'We could not tell which language this text is in. Please choose it.',
  },
  'no-speech-track': {
    status: 422,
    message: 'This video has no sound, so there is nothing to write down.',
  },
  'translation-failed': {
    status: 502,
    message: 'The translation service did not answer. Please try again later.',
  },
  'speech-service-failed': {
    status: 502,
    message: 'The transcription service did not answer. Please try again later.',
  },
  'language-not-installed': {
    status: 422,
    message: 'This server cannot read {language}: its language pack is not installed.',
  },
  'no-text-in-document': {
    status: 422,
    message: 'There is no text in this document to translate.',
  },
  'subtitles-invalid': {
    status: 400,
    message: 'These subtitles are not valid SRT: {reason}',
  },
  'file-protected': {
    status: 422,
    message: 'This file is copy-protected (DRM) and can only be played by the shop it comes from.',
  },
  ...wrongFileErrors,
  ...uploadErrors,
  'nothing-to-play': {
    status: 422,
    message: 'This {format} file has a length of zero: there is nothing in it to convert.',
  },
  'start-beyond-end': {
    status: 422,
    message: 'This video is {length}: there is nothing to show from the chosen start. Please start earlier.',
  },
  'trim-beyond-end': {
    status: 422,
    message: 'This recording is {seconds} seconds long, so there is nothing left after the start you chose.',
  },
  'media-too-long': {
    status: 422,
    message: 'This file plays for too long. At most {length} can be converted at a time.',
  },
  'video-too-large': {
    status: 422,
    message:
      'The pictures of this video are too large. At most {megapixels} megapixels each can be converted.',
  },
  'image-too-large': {
    status: 422,
    message: 'This image has too many pixels. At most {megapixels} megapixels can be converted.',
  },
  'image-does-not-fit': {
    status: 422,
    message: 'This image is too large for {format}. At most {pixels} pixels a side fit into it.',
  },
  'resized-too-large': {
    status: 422,
    message:
      'The result would have {width} × {height} pixels. At most {megapixels} megapixels and {pixels} pixels a side can be made.',
  },
  'file-size-unreachable': {
    status: 422,
    message:
      'This picture cannot be brought under {kilobytes} KB as {format}. Please allow a larger file or choose another format.',
  },
  'too-many-frames': {
    status: 422,
    message: 'This animation is too long. Please use one with fewer or smaller frames.',
  },
  'took-too-long': { status: 422, message: 'This file took too long to process and was stopped.' },
  'needs-too-much-memory': { status: 422, message: 'This file needs more memory than a conversion may use.' },
  'result-too-large': { status: 422, message: 'The result would be larger than a conversion may write.' },
  'not-signed-in': { status: 401, message: 'Please sign in first.' },
  'wrong-credentials': { status: 401, message: 'Invalid username or password' },
  'wrong-password': { status: 403, message: 'The password is not right.' },
  'wrong-code': { status: 403, message: 'This code is not right, or it has been used already.' },
  'proof-needed': { status: 403, message: 'Please confirm that it is you first.' },
  'email-unconfirmed': {
    status: 403,
    message: 'Please confirm your email address first, with the link in the mail we sent you.',
  },
  'sign-in-expired': {
    status: 401,
    message: 'This sign-in has taken too long. Please enter your password again.',
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
    message: 'This link is not valid any more. Please ask for a new one.',
  },
  'no-password': {
    status: 409,
    message: "This account has no password yet. Set one with 'Forgot password?' on the sign-in page.",
  },
  'two-step-already-on': { status: 409, message: 'Two-step sign-in is on already.' },
  'two-step-off': { status: 409, message: 'Two-step sign-in is not on.' },
  'last-way-in': {
    status: 409,
    message: 'This is the only way into your account. Set a password first.',
  },
  'signed-in-already': {
    status: 409,
    message: 'You are signed in. Sign out first, or end sessions under Security.',
  },
  'session-not-found': { status: 404, message: 'This session has ended already.' },
  'connection-not-found': { status: 404, message: 'There is no such connection.' },
  'provider-failed': { status: 502, message: 'Signing in with {provider} did not work. Please try again.' },
  'provider-cancelled': { status: 403, message: 'Signing in with {provider} was cancelled.' },
  'provider-email-unverified': {
    status: 403,
    message: 'Your email address is not confirmed by {provider}, so we cannot know that it is yours.',
  },
  'provider-account-exists': {
    status: 409,
    message:
      'There is an account with this email address already. Sign in with your password, then connect {provider} under Security.',
  },
  'identity-taken': {
    status: 409,
    message: 'Your account at {provider} is connected to another account here.',
  },
  'identity-not-connected': {
    status: 403,
    message: 'This account at {provider} is not connected to yours.',
  },
  ...organizationErrors,
  'wrong-origin': { status: 403, message: 'This request came from another site and was refused.' },
  'sign-in-paused': {
    status: 429,
    message:
      "There were many attempts to sign in to this account. Please try again in {wait}. If it is yours, 'Forgot password?' lets you in without waiting.",
  },
  'codes-paused': {
    status: 429,
    message:
      'Too many wrong codes. Codes from an authenticator app are accepted again in {wait}; a recovery code works now.',
  },
  'too-many-attempts': { status: 429, message: 'Too many attempts. Please try again in {wait}.' },
  'allowance-used': {
    status: 429,
    message: "You've used all {limit} of today's conversions. You can go on in {wait}, at midnight UTC.",
  },
  'allowance-too-small': {
    status: 429,
    message:
      "These {count} files need {count} conversions, but only {left} of today's {limit} are left. There are new ones in {wait}, at midnight UTC.",
  },
  'month-allowance-used': {
    status: 429,
    message:
      "You've used all {limit} of this month's conversions. You can go on in {wait}, on the first of the month.",
  },
  'address-allowance-used': {
    status: 429,
    message:
      "You've used all {limit} of today's conversions from your network. You can go on in {wait}, at midnight UTC, or sign in.",
  },
  ...billingErrors,
  ...operationErrors,
  ...jobErrors,
  ...apiErrors,
  cancelled: { status: 409, message: 'This conversion was cancelled.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  'engine-missing': { status: 503, message: '{tool} is not available on this server at the moment.' },
  'storage-full': {
    status: 507,
    message: 'The server has no room for this file at the moment. Please try again later.',
  },
  unavailable: {
    status: 503,
    message: 'The server cannot answer at the moment. Please try again in a few seconds.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable
export type ErrorParams = Readonly<Record<string, string | number>>

/** Faults of ours: worth another try. Everything else is an answer about the request or the file. */
export const faultCodes: ReadonlySet<ErrorCode> = new Set(['storage-full', 'unavailable', 'internal'])

export function errorMessage(code: ErrorCode, params: ErrorParams = {}): string {
  return errorTable[code].message.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole))
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

/** Anything thrown, as the one error type: an unknown error becomes a fault of ours with its cause kept. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal', {}, { cause: error })
}
