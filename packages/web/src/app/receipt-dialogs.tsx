/** Has the dialog of deletion receipts at hand once somebody opens the first one; nobody else loads it. */
import { useEffect, useState } from 'react'
import { onDemand } from '../lib/on-demand.tsx'
import { useOpenedReceipt } from '../lib/receipts/opened-receipt.ts'

const ReceiptDialog = onDemand(async () => (await import('../lib/receipts/receipt-dialog.tsx')).ReceiptDialog)

export function ReceiptDialogs() {
  const isOpen = useOpenedReceipt() !== undefined
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    if (isOpen) setIsWanted(true)
  }, [isOpen])
  return isWanted ? <ReceiptDialog /> : null
}
