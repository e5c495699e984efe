/** An advertisement: labelled as such, bordered, and of one size whatever stands in it. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import { Check } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'

interface AdPanelProps {
  readonly heading: string
  readonly text: string
  readonly points: readonly string[]
}

export function AdPanel({ heading, text, points }: AdPanelProps) {
  return (
    <Panel className="flex h-96 flex-col overflow-hidden">
      <p className="border-b border-line px-4 py-1.5 text-xs text-ink-muted">{frameMessages.advertisement}</p>
      <div className="flex grow flex-col gap-3 p-4">
        <h2 className="text-lg">{heading}</h2>
        <p>{text}</p>
        <ul className="flex flex-col gap-2">
          {points.map(point => (
            <li key={point} className="flex items-start gap-2">
              <Icon of={Check} sizePx={16} className="mt-1 text-ink-muted" />
              {point}
            </li>
          ))}
        </ul>
        <LinkButton to={paths.plans} variant="outline" className="mt-auto">
          {frameMessages.upgrade}
        </LinkButton>
      </div>
    </Panel>
  )
}
