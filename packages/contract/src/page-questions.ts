/** FAQ entries of a page, for structured data and clients without JavaScript. */
import { helpQuestions } from './help/questions.ts'
import type { Instance } from './instance.ts'
import { contactQuestions } from './messages/contact.ts'
import { planQuestions } from './messages/plans.ts'
import { conversionsPerDayOf, moneyBackDays } from './plan-offers.ts'
import { paths } from './routes.ts'
import type { PlanOffer } from './schemas/billing.ts'

export interface AnsweredQuestion {
  readonly question: string
  readonly answer: string
}

type Answered = (instance: Instance, offers: readonly PlanOffer[]) => readonly AnsweredQuestion[]

const answered: Readonly<Record<string, Answered>> = {
  [paths.help]: (instance, offers) => helpQuestions(instance, conversionsPerDayOf(offers)),
  [paths.contact]: instance => contactQuestions.entries(instance, moneyBackDays),
  [paths.plans]: () => planQuestions.entries(moneyBackDays),
}

export function questionsAt(
  instance: Instance,
  path: string,
  offers: readonly PlanOffer[],
): readonly AnsweredQuestion[] {
  return answered[path]?.(instance, offers) ?? []
}
