/** Loads the dialog of deletion receipts when the first one is opened. */
import { useEffect, useState } from 'react'
import { onDemand } from '../lib/on-demand.tsx'
import { useOpenedReceipt } from '../lib/receipts/opened-receipt.ts'

const ReceiptDialog = onDemand(async () => (await import('../lib/receipts/receipt-dialog.tsx')).ReceiptDialog)

export function ReceiptDialogs() {
  const isOpen = useOpenedReceipt() !== undefined
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    if (isOpen) setIsNeeded(true)
  }, [isOpen])
  return isNeeded ? <ReceiptDialog /> : null
}
