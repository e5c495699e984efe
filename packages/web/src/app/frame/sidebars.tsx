/** Sidebars left and right of the content; below it on narrow screens. */
import { contactPrompt, frameMessages } from '@filesmith/contract/messages/frame'
import { lookingForMoreLinks, paths } from '@filesmith/contract/routes'
import type { AdPosition } from '@filesmith/contract/schemas/ad-impression'
import { ArrowRight } from 'lucide-react'
import { type ComponentType, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { AdSlot } from '../../lib/advertising/ad-slot.tsx'
import { usePlanOnceKnown } from '../../lib/use-plan.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { adPanelSize, LighterPagesAd, PremiumAd } from './built-in-ads.tsx'

interface SidebarProps {
  readonly className: string
}

export function LeftSidebar({ className }: SidebarProps) {
  return (
    <Sidebar
      label={frameMessages.leftSidebar}
      position="left-sidebar"
      ad={LighterPagesAd}
      className={className}
    >
      <div className="border-t border-line pt-5">
        <h2 className="text-base">{contactPrompt.heading}</h2>
        <p className="mt-1 mb-4 text-ink-muted">{contactPrompt.text}</p>
        <LinkButton to={paths.contact}>{frameMessages.contactUs}</LinkButton>
      </div>
    </Sidebar>
  )
}

export function RightSidebar({ className }: SidebarProps) {
  const headingId = useId()
  return (
    <Sidebar label={frameMessages.rightSidebar} position="right-sidebar" ad={PremiumAd} className={className}>
      <nav aria-labelledby={headingId} className="border-t border-line pt-5">
        <h2 id={headingId} className="text-base">
          {frameMessages.lookingForMore}
        </h2>
        <ul className="mt-1">
          {lookingForMoreLinks.map(({ label, to }) => (
            <li key={to}>
              <Link
                to={to}
                className="group flex min-h-10 items-center justify-between gap-2 rounded text-ink-muted hover:text-ink"
              >
                {label}
                <Icon
                  of={ArrowRight}
                  sizePx={16}
                  className="transition-transform group-hover:translate-x-0.5"
                />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Sidebar>
  )
}

interface SidebarFrameProps extends SidebarProps {
  readonly label: string
  readonly position: AdPosition
  readonly ad: ComponentType
  readonly children: ReactNode
}

/** Basic and Pro see no advertising; invisible until the plan is known, to avoid layout shift. */
function Sidebar({ label, position, ad: Ad, className, children }: SidebarFrameProps) {
  const plan = usePlanOnceKnown()
  return (
    <aside
      aria-label={label}
      className={cx('flex min-w-0 flex-col gap-6', plan === undefined && 'invisible', className)}
    >
      {plan === undefined || plan === 'free' ? (
        <AdSlot position={position} className={adPanelSize}>
          <Ad />
        </AdSlot>
      ) : null}
      {children}
    </aside>
  )
}
