/** Page of a legal text: date of the last change, sections and print button. */
import { legalMessages } from '@filesmith/contract/messages/legal'
import { paths } from '@filesmith/contract/routes'
import type { TextSection } from '@filesmith/contract/text-section'
import { Printer } from 'lucide-react'
import { useHashTarget } from '../../lib/use-hash-target.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { TextLink } from '../../ui/text-link.tsx'

interface LegalPageProps {
  readonly texts: {
    readonly heading: string
    readonly lead: string
    readonly sections: readonly TextSection[]
  }
}

export function LegalPage({ texts: { heading, lead, sections } }: LegalPageProps) {
  useHashTarget()
  return (
    <article className="flex flex-col gap-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="max-w-xl grow basis-80">
          <h1 className="text-2xl">{heading}</h1>
          <p className="mt-3 text-base text-ink-muted">{lead}</p>
          <p className="mt-3 font-semibold">{legalMessages.lastUpdated}</p>
        </div>
        <Button className="print:hidden" onClick={() => window.print()}>
          <Icon of={Printer} />
          {legalMessages.print}
        </Button>
      </header>
      <LongText sections={sections} contentsLabel={legalMessages.contents} />
      <p className="border-t border-line pt-6 text-ink-muted print:hidden">
        {legalMessages.questions}{' '}
        <TextLink to={paths.contact} className="text-ink">
          {legalMessages.contact}
        </TextLink>
      </p>
    </article>
  )
}
