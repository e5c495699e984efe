/** Upgrade prompt. */
import { ArrowRight } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { plansAddress } from './plans-address.ts'

interface PlanPromptProps {
  readonly heading: string
  readonly text: string
  readonly action: string
}

export function PlanPrompt({ heading, text, action }: PlanPromptProps) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded border border-line bg-accent-wash p-5 sm:p-6">
      <div className="max-w-prose grow basis-64">
        <h3 className="text-lg">{heading}</h3>
        <p className="mt-1">{text}</p>
      </div>
      <LinkButton to={plansAddress} variant="accent" className="max-sm:w-full">
        {action} <Icon of={ArrowRight} sizePx={16} />
      </LinkButton>
    </section>
  )
}
