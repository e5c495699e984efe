/** Advertisement for the Premium plans of this site. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import type { ReactNode } from 'react'
import { AdFrame } from './ad-frame.tsx'
import { LinkButton } from './link-button.tsx'

interface AdPanelProps {
  readonly heading: string
  readonly text: string
  readonly children: ReactNode
  /** Must set the height. */
  readonly className: string
}

export function AdPanel({ heading, text, children, className }: AdPanelProps) {
  return (
    <AdFrame className={className}>
      <div className="flex grow flex-col gap-3 p-4">
        <h2 className="text-lg">{heading}</h2>
        <p>{text}</p>
        {children}
        <LinkButton to={paths.plans} variant="outline" className="mt-auto">
          {frameMessages.upgrade}
        </LinkButton>
      </div>
    </AdFrame>
  )
}
