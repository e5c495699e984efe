/** Banner about the premium features, linking to the plans. */
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { LinkButton } from '../../ui/link-button.tsx'

const { banner } = resizeMessages

export function PremiumBanner() {
  return (
    <aside
      aria-label={banner.heading}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-line-strong bg-surface-sunken p-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="text-base">{banner.heading}</h3>
        <p className="mt-1 text-ink-muted">{banner.text}</p>
      </div>
      <LinkButton to="/premium" className="max-sm:w-full">
        {banner.upgrade}
      </LinkButton>
    </aside>
  )
}
