/** What was typed makes no sense: nothing was done, and the message says what to type instead. */

export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}
