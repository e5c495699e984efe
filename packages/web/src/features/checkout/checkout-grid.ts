/** Layout: order beside payment; on small screens the payment comes before the plan details. */

export const checkoutGrid =
  'grid items-start gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr]'
