/** Footer of every screen. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { footerLinks, paths } from '@filesmith/contract/routes'
import { Link } from 'react-router'
import { adStore, useAdState } from '../../lib/advertising/ad-store.ts'
import { Brand } from '../../ui/brand.tsx'

const linkStyle =
  'inline-flex min-h-10 items-center rounded px-2 text-ink-muted underline-offset-4 hover:text-ink hover:underline'

export function SiteFooter() {
  const { canChoose } = useAdState()
  return (
    <footer className="border-t border-line bg-surface">
      <div className="ruler mx-auto max-w-[100rem] opacity-70" aria-hidden="true" />
      <div className="mx-auto flex w-full max-w-[100rem] flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-8 sm:px-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Brand />
          <p className="text-ink-muted">{frameMessages.tagline}</p>
          {/* Outside the navigation, whose links and order are specified. */}
          <Link to={paths.developers} className={linkStyle}>
            {frameMessages.forDevelopers}
          </Link>
        </div>
        <nav aria-label={frameMessages.footerNavigation}>
          <ul className="-mx-2 flex flex-wrap">
            {footerLinks.map(({ label, to }) => (
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
