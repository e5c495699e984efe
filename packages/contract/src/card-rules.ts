/** Card numbers: formatting and validation. */

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'unknown'

interface BrandRule {
  readonly brand: CardBrand
  readonly label: string
  readonly begins: RegExp
  readonly lengths: readonly number[]
  readonly cvcLength: number
  /** Sizes of the digit groups. */
  readonly groups: readonly number[]
}

const fours = [4, 4, 4, 4, 3]
const unknownBrand: BrandRule = {
  brand: 'unknown',
  label: 'Card',
  begins: /^/,
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  cvcLength: 3,
  groups: fours,
}
const brandRules: readonly BrandRule[] = [
  { brand: 'visa', label: 'Visa', begins: /^4/, lengths: [13, 16, 19], cvcLength: 3, groups: fours },
  {
    brand: 'mastercard',
    label: 'Mastercard',
    begins: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    cvcLength: 3,
    groups: fours,
  },
  {
    brand: 'amex',
    label: 'American Express',
    begins: /^3[47]/,
    lengths: [15],
    cvcLength: 4,
    groups: [4, 6, 5],
  },
  {
    brand: 'discover',
    label: 'Discover',
    begins: /^6(011|4[4-9]|5)/,
    lengths: [16, 19],
    cvcLength: 3,
    groups: fours,
  },
]

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

export function brandOf(number: string): BrandRule {
  const digits = digitsOf(number)
  return (digits !== '' && brandRules.find(rule => rule.begins.test(digits))) || unknownBrand
}

/** In groups of digits, as printed on the card. */
export function formatCardNumber(number: string): string {
  const digits = digitsOf(number)
  const parts: string[] = []
  let from = 0
  for (const size of brandOf(digits).groups) {
    if (from >= digits.length) break
    parts.push(digits.slice(from, from + size))
    from += size
  }
  return parts.join(' ')
}

/** Luhn check. */
function hasRightCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [index, character] of [...digits].reverse().entries()) {
    const digit = Number(character)
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

export function isCardNumber(number: string): boolean {
  const digits = digitsOf(number)
  return brandOf(digits).lengths.includes(digits.length) && hasRightCheckDigit(digits)
}

/** '4' and '4/' become '04', '1227' becomes '12/27', and so does '12/2027'. */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text)
  const isOneDigitMonth = /^[2-9]/.test(digits) || /^\s*1\s*[/-]/.test(text)
  const padded = isOneDigitMonth ? `0${digits}` : digits
  const month = padded.slice(0, 2)
  // Browser autofill may enter the year with four digits.
  const year = /^20\d{2}$/.test(padded.slice(2)) ? padded.slice(4) : padded.slice(2, 4)
  return year === '' ? month : `${month}/${year}`
}

/** End of the expiry month; undefined if it is not a date. */
export function expiryOf(text: string): Date | undefined {
  const match = /^(\d{2})\/(\d{2})$/.exec(formatExpiry(text))
  if (!match) return undefined
  const month = Number(match[1])
  if (month < 1 || month > 12) return undefined
  return new Date(Date.UTC(2000 + Number(match[2]), month, 1))
}

export type CardProblem = 'number' | 'number-incomplete' | 'expiry' | 'expired' | 'cvc'

interface TypedCard {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
}

/** Validation problems by field. */
export function checkCard(card: TypedCard, now: Date): Partial<Record<keyof TypedCard, CardProblem>> {
  const brand = brandOf(card.number)
  const digits = digitsOf(card.number)
  const problems: Partial<Record<keyof TypedCard, CardProblem>> = {}
  if (digits.length < Math.min(...brand.lengths)) problems.number = 'number-incomplete'
  else if (!isCardNumber(digits)) problems.number = 'number'
  const expiry = expiryOf(card.expiry)
  if (!expiry) problems.expiry = 'expiry'
  else if (expiry <= now) problems.expiry = 'expired'
  if (!new RegExp(`^\\d{${brand.cvcLength}}$`).test(card.cvc.trim())) problems.cvc = 'cvc'
  return problems
}
