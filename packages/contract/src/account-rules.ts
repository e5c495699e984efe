/** Rules for usernames and passwords, checked by the page and the server. */
import { z } from 'zod'

export const usernameRule =
  'Use 3 to 30 letters, digits, dots, dashes or underscores, starting with a letter or digit.'
const usernamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]{2,29}$/u

export const usernameSchema = z
  .string()
  .max(200, { error: usernameRule, abort: true })
  .trim()
  .regex(usernamePattern, usernameRule)

export const minPasswordLength = 8
const maxPasswordLength = 200

export const passwordSchema = z
  .string()
  .min(minPasswordLength, `Password must be at least ${minPasswordLength} characters.`)
  .max(maxPasswordLength, `Password must be at most ${maxPasswordLength} characters.`)
