/** What is sold: products, prices and coupons. */
import { newId, toList } from '../books.ts'
import type { Interval } from '../records.ts'
import type { RequestForm } from '../request-form.ts'
import type { Route } from '../route.ts'
import { invalid } from '../stripe-fault.ts'

export const catalogueRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    takes: ['id', 'name'],
    answer(books, form) {
      const id = form.text('id') ?? newId('prod')
      if (books.find(id))
        throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' })
      const name = form.needText('name')
      return books.keep({ id, object: 'product', created: books.now, name, active: true })
    },
  },
  {
    method: 'GET',
    path: '/v1/prices',
    takes: ['lookup_keys[]', 'active', 'limit'],
    answer(books, form) {
      const keys = form.list('lookup_keys')
      const isActive = form.flag('active')
      const found = books
        .all('price')
        .filter(price => keys.length === 0 || keys.includes(price.lookup_key ?? ''))
        .filter(price => isActive === undefined || price.active === isActive)
      return { ...toList(found, '/v1/prices', form.integer('limit')) }
    },
  },
  {
    method: 'POST',
    path: '/v1/prices',
    takes: ['product', 'currency', 'unit_amount', 'recurring[interval]', 'lookup_key', 'transfer_lookup_key'],
    answer(books, form) {
      const product = books.need('product', form.needText('product'), 'product').id
      const key = form.text('lookup_key') ?? null
      const holder =
        key === null ? undefined : books.all('price').find(({ lookup_key }) => lookup_key === key)
      if (holder && form.flag('transfer_lookup_key') !== true) {
        throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
      }
      if (holder) holder.lookup_key = null
      return books.keep({
        id: newId('price'),
        object: 'price',
        created: books.now,
        active: true,
        currency: form.needText('currency'),
        unit_amount: form.needInteger('unit_amount'),
        recurring: { interval: readInterval(form), interval_count: 1 },
        lookup_key: key,
        product,
        type: 'recurring',
      })
    },
  },
  {
    method: 'POST',
    path: '/v1/coupons',
    takes: ['amount_off', 'currency', 'duration', 'max_redemptions', 'name'],
    answer(books, form) {
      const amount = form.needInteger('amount_off')
      if (amount < 1) throw invalid('This value must be greater than or equal to 1.', { param: 'amount_off' })
      return books.keep({
        id: newId('coupon'),
        object: 'coupon',
        created: books.now,
        amount_off: amount,
        currency: form.needText('currency'),
        duration: form.text('duration') ?? 'once',
        max_redemptions: form.integer('max_redemptions') ?? null,
        times_redeemed: 0,
        valid: true,
        name: form.text('name') ?? null,
      })
    },
  },
]

function readInterval(form: RequestForm): Interval {
  const interval = form.needText('recurring[interval]')
  if (interval === 'month' || interval === 'year') return interval
  throw invalid('Invalid recurring[interval].', { param: 'recurring[interval]' })
}
