/** Layout of every screen: header, sidebars, content and footer. */
import { contactPrompt, frameMessages, promotions } from '@filesmith/contract/messages/frame'
import { plans } from '@filesmith/contract/plans'
import { footerLinks, formatsLink, linksOf, lookingForMoreLinks, paths } from '@filesmith/contract/routes'
import type { AdPosition } from '@filesmith/contract/schemas/ad-impression'
import { ArrowRight } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useId, useRef } from 'react'
import { Link, Outlet, useLocation, useNavigationType } from 'react-router'
import { AdSlot } from '../../lib/advertising/ad-slot.tsx'
import { adStore, useAdState } from '../../lib/advertising/ad-store.ts'
import { currentInstance } from '../../lib/instance.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { usePlanOnceKnown } from '../../lib/use-plan.ts'
import { useIsClosed, useLinkFilter } from '../../lib/use-site-access.ts'
import { AdPanel } from '../../ui/ad-panel.tsx'
import { Brand } from '../../ui/brand.tsx'
import { CheckList } from '../../ui/check-list.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { RequireSignIn } from './require-sign-in.tsx'
import { SiteHeader } from './site-header.tsx'
import { staysInPlace } from './stay-in-place.ts'

const { lighterPages, premium } = promotions

/** Pages with a payment form. */
const paymentPaths: readonly string[] = [paths.checkout, paths.testBilling]

const adPanelSize = 'h-84 lg:h-96'

const linkStyle =
  'inline-flex min-h-10 items-center rounded px-2 text-ink-muted underline-offset-4 hover:text-ink hover:underline'

const AdvertisingConsent = onDemand(
  async () => (await import('./advertising-consent.tsx')).AdvertisingConsent,
  { isOptional: true },
)

export function PageFrame() {
  const mainRef = useFocusOnNavigation()
  const isClosed = useIsClosed()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-60 rounded bg-ink px-4 py-3 font-semibold text-ink-inverse focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {frameMessages.skipToContent}
      </a>
      {isClosed || currentInstance() === 'private' ? null : <AdvertisingConsent />}
      <SiteHeader />
      {/* Content first in DOM order for screen readers and keyboards; sidebars are beside it on wide screens. Full-width pages hide them. */}
      <div className="group/frame mx-auto grid w-full has-[[data-full-width]]:block max-w-[100rem] grow content-start gap-x-8 gap-y-10 px-4 pt-8 pb-16 short:pt-4 sm:grid-cols-2 sm:px-6 lg:grid-cols-[13rem_minmax(0,75rem)_13rem] lg:justify-center">
        <main
          id="content"
          ref={mainRef}
          tabIndex={-1}
          className="min-w-0 max-lg:col-span-full lg:col-start-2 lg:row-start-1"
        >
          <RequireSignIn>
            <Outlet />
          </RequireSignIn>
        </main>
        {isClosed ? null : (
          <>
            <LeftSidebar className="group-has-[[data-full-width]]/frame:hidden lg:col-start-1 lg:row-start-1" />
            <RightSidebar className="group-has-[[data-full-width]]/frame:hidden lg:col-start-3 lg:row-start-1" />
          </>
        )}
      </div>
      <SiteFooter />
    </div>
  )
}

/** Scrolls to the top and focuses the content after navigation; back and forward keep the scroll position. */
function useFocusOnNavigation() {
  const mainRef = useRef<HTMLElement>(null)
  const { pathname, hash, state } = useLocation()
  const navigationType = useNavigationType()
  const previousPath = useRef(pathname)
  useEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    if (navigationType === 'PUSH' && staysInPlace(state)) return
    // The page scrolls to the element named by the hash itself.
    if (hash !== '') return
    mainRef.current?.focus({ preventScroll: true })
    if (navigationType !== 'POP') window.scrollTo(0, 0)
  }, [pathname, hash, state, navigationType])
  return mainRef
}

/** Footer of every screen. */
export function SiteFooter() {
  const { canChoose } = useAdState()
  const isShown = useLinkFilter()
  return (
    <footer className="border-t border-line bg-surface">
      <div className="ruler mx-auto max-w-[100rem] opacity-70" aria-hidden="true" />
      <div className="mx-auto flex w-full max-w-[100rem] flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-8 sm:px-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Brand />
          <p className="text-ink-muted">{frameMessages.tagline}</p>
          {/* Outside the navigation, whose links and order are specified. */}
          {[formatsLink, { label: frameMessages.forDevelopers, to: paths.developers }]
            .filter(isShown)
            .map(({ label, to }) => (
              <Link key={to} to={to} className={linkStyle}>
                {label}
              </Link>
            ))}
        </div>
        <nav aria-label={frameMessages.footerNavigation}>
          <ul className="-mx-2 flex flex-wrap">
            {linksOf(currentInstance(), footerLinks)
              .filter(isShown)
              .map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className={linkStyle}>
                    {label}
                  </Link>
                </li>
              ))}
            {canChoose ? (
              <li>
                <button
                  type="button"
                  className={linkStyle}
                  onClick={() => adStore.change({ isChoosing: true })}
                >
                  {frameMessages.adChoices}
                </button>
              </li>
            ) : null}
          </ul>
        </nav>
      </div>
    </footer>
  )
}

interface SidebarProps {
  readonly className: string
}

/** Sidebars left and right of the content; below it on narrow screens. */
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
          {linksOf(currentInstance(), lookingForMoreLinks).map(({ label, to }) => (
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

/** No advertising for Basic and Pro, nor beside a payment form; invisible until the plan is known, to avoid layout shift. */
function Sidebar({ label, position, ad: Ad, className, children }: SidebarFrameProps) {
  const plan = usePlanOnceKnown()
  const isPayment = paymentPaths.includes(useLocation().pathname)
  return (
    <aside
      aria-label={label}
      className={cx('flex min-w-0 flex-col gap-6', plan === undefined && 'invisible', className)}
    >
      {(plan === undefined || plans[plan].hasAdvertising) && !isPayment ? (
        <AdSlot position={position} className={adPanelSize}>
          <Ad />
        </AdSlot>
      ) : null}
      {children}
    </aside>
  )
}

/** Built-in promotions, shown without a network ad. */
function LighterPagesAd() {
  return (
    <AdPanel heading={lighterPages.heading} text={lighterPages.text} className={adPanelSize}>
      <dl className="mt-1 flex flex-col gap-1 text-xs text-ink-muted">
        <dt>{lighterPages.before}</dt>
        <dd aria-hidden="true" className="mb-2 h-3 rounded bg-line-strong" />
        <dt>{lighterPages.after}</dt>
        <dd aria-hidden="true" className="h-3 w-[30%] rounded bg-kind-image" />
      </dl>
    </AdPanel>
  )
}

function PremiumAd() {
  return (
    <AdPanel heading={premium.heading} text={premium.text} className={adPanelSize}>
      <CheckList points={premium.points} className="flex flex-col" />
    </AdPanel>
  )
}
