/** FAQ entries of a page, for structured data and clients without JavaScript. */
import { helpQuestions } from './help/questions.ts'
import { contactQuestions } from './messages/contact.ts'
import { planQuestions } from './messages/plans.ts'
import { moneyBackDays } from './plan-offers.ts'
import { paths } from './routes.ts'

export interface AnsweredQuestion {
  readonly question: string
  readonly answer: string
}

const answered: Readonly<Record<string, readonly AnsweredQuestion[]>> = {
  [paths.help]: helpQuestions,
  [paths.contact]: contactQuestions.entries(moneyBackDays),
  [paths.plans]: planQuestions.entries(moneyBackDays),
}

export function questionsAt(path: string): readonly AnsweredQuestion[] {
  return answered[path] ?? []
}
