/** Invoices as a table, or as a list on narrow screens. */
import { billingMessages } from '@filesmith/contract/messages/billing'
import { formatPrice } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import type { Invoice } from '@filesmith/contract/schemas/billing'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'

const texts = billingMessages.invoices

const tones = {
  paid: 'success',
  'partly-refunded': 'neutral',
  refunded: 'neutral',
  disputed: 'warning',
} as const

const columns = ['number', 'date', 'plan', 'amount', 'status'] as const
const amountStyle = 'pr-8! text-right'

export function InvoicesBlock({ invoices }: { readonly invoices: readonly Invoice[] }) {
  return (
    <SettingsBlock heading={texts.heading} text={invoices.length === 0 ? texts.empty : undefined}>
      {invoices.length === 0 ? null : (
        <table className="w-full text-left @max-xl:block">
          <thead className="border-b border-line text-xs text-ink-muted @max-xl:sr-only">
            <tr>
              {columns.map(name => (
                <th
                  key={name}
                  scope="col"
                  className={cx('pr-4 pb-2 font-semibold', name === 'amount' && amountStyle)}
                >
                  {texts.columns[name]}
                </th>
              ))}
              <th scope="col" className="pb-2">
                <span className="sr-only">{texts.pdf}</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line @max-xl:-my-3 @max-xl:block">
            {invoices.map(invoice => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
        </table>
      )}
    </SettingsBlock>
  )
}

/** On narrow screens the cells form two columns: description and amount. */
function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
  const { number, paidAt, plan, interval, amount, refunded, status, pdfUrl } = invoice
  return (
    <tr className="@max-xl:grid @max-xl:grid-cols-[minmax(0,1fr)_auto] @max-xl:gap-x-4 @max-xl:py-3">
      <Cell className="figures @max-xl:font-semibold">{number}</Cell>
      <Cell className="@max-xl:order-3 @max-xl:self-center @max-xl:text-ink-muted">
        <LocalTime iso={paidAt} style="short-date" />
      </Cell>
      <Cell className="@max-xl:order-2">
        {plans[plan].label}, {texts.intervals[interval]}
      </Cell>
      <Cell className={`figures ${amountStyle} @max-xl:pr-0! @max-xl:font-semibold`}>
        {formatPrice(amount)}
      </Cell>
      <Cell className="@max-xl:order-2 @max-xl:text-right">
        <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
        {status === 'partly-refunded' ? (
          <span className="mt-1 block text-xs text-ink-muted">{texts.returned(formatPrice(refunded))}</span>
        ) : null}
      </Cell>
      <Cell className="text-right @max-xl:order-3">
        <DownloadButton
          variant="quiet"
          href={pdfUrl}
          download
          aria-label={texts.download(number)}
          className="-mr-4"
        >
          <Icon of={Download} sizePx={16} /> {texts.pdf}
        </DownloadButton>
      </Cell>
    </tr>
  )
}

function Cell({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return <td className={cx('py-1.5 pr-4 last:pr-0 @max-xl:p-0', className)}>{children}</td>
}
