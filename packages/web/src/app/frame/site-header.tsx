/** Header of every screen: home link, main navigation, account and theme. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { headerLinks, paths } from '@filesmith/contract/routes'
import { Link, NavLink } from 'react-router'
import { Brand } from '../../ui/brand.tsx'
import { HeaderAccount } from './header-account.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { ThemeButton } from './theme-button.tsx'

export function SiteHeader() {
  return (
    <header className="relative border-b border-line bg-surface">
      <div className="mx-auto flex h-16 w-full max-w-[100rem] items-center gap-6 px-4 sm:px-6">
        <Link to={paths.home} aria-label={frameMessages.brandHome} className="rounded">
          <Brand />
        </Link>
        <nav aria-label={frameMessages.mainNavigation} className="max-md:hidden">
          <ul className="flex gap-1">
            {headerLinks.map(({ label, to }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === paths.home}
                  className="relative inline-flex min-h-10 items-center rounded px-3 font-medium text-ink-muted transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-1 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-accent"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <HeaderAccount />
          <ThemeButton />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
