/** List of what needs the operator's attention, or an all-clear. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { ArrowRight, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { Attention } from './find-attention.ts'

const texts = adminScreens.overview

export function AttentionBlock({ items }: { readonly items: readonly Attention[] }) {
  return (
    <SettingsBlock heading={texts.attention}>
      {items.length === 0 ? (
        <div className="flex items-start gap-3">
          <Icon of={CircleCheck} className="mt-px text-success" />
          <div>
            <p className="font-semibold">{texts.allClear}</p>
            <p className="text-ink-muted">{texts.allClearHint}</p>
          </div>
        </div>
      ) : (
        <ul className="-my-2.5 divide-y divide-line">
          {items.map(({ id, tone, text, to, link }) => (
            <li key={id} className="flex items-start gap-3 py-2.5">
              <Icon
                of={tone === 'danger' ? CircleAlert : TriangleAlert}
                className={cx('mt-px', tone === 'danger' ? 'text-danger' : 'text-warning')}
              />
              <p className="grow">{text}</p>
              <TextLink to={to} className="inline-flex min-h-6 shrink-0 items-center gap-1">
                {link} <Icon of={ArrowRight} sizePx={16} />
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </SettingsBlock>
  )
}
