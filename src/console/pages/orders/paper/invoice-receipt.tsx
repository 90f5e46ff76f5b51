import { printedAmount, printedDay } from '../../../printing/print-page.tsx'
import { QrCode } from '../../../components/copy.tsx'
import { formatRate } from '../lines.tsx'
import { invoiceTitles, type Invoice } from './data.ts'
import { creditFacts, TotalRows } from './invoice-sheet.tsx'

type InvoiceProps = { invoice: Invoice }

/** The invoice for the roll of a receipt printer. */
export function InvoiceReceipt({ invoice }: InvoiceProps) {
  const { seller, buyer, upi, undone } = invoice
  return (
    <article>
      <Head invoice={invoice} />
      <div className="rule" />
      <p>
        {buyer.name === '' ? 'Cash customer' : buyer.name}
        {buyer.phone !== '' && `, ${buyer.phone}`}
      </p>
      {buyer.gstin !== '' && <p>GSTIN {buyer.gstin}</p>}
      {creditFacts(invoice).map(([label, value]) => (
        <p key={label}>
          {label}: {value}
        </p>
      ))}
      <p className="small">
        Place of supply: {invoice.placeOfSupply.name}, {invoice.placeOfSupply.code}
      </p>
      <div className="rule" />
      <Lines invoice={invoice} />
      <div className="rule" />
      <table className="plain" aria-label="Total">
        <tbody>
          <TotalRows invoice={invoice} />
        </tbody>
      </table>
      <p className="small">{invoice.inWords}</p>
      {invoice.namesTax && <p className="small">Tax on reverse charge: No</p>}
      {undone !== null && <p className="undone center">{undone}</p>}
      {upi !== null && (
        <div className="center">
          <QrCode value={upi} label={`Pay by UPI to ${seller.upiId}`} />
          <p className="small">UPI: {seller.upiId}</p>
        </div>
      )}
      {seller.terms !== '' && <p className="small lines">{seller.terms}</p>}
    </article>
  )
}

function Head({ invoice: { seller, kind, number, issuedAt, orderNo } }: InvoiceProps) {
  return (
    <div className="center">
      <h2>{seller.name}</h2>
      <p className="lines">{seller.address}</p>
      {seller.phone !== '' && <p>{seller.phone}</p>}
      {seller.gstin !== null && <p>GSTIN {seller.gstin}</p>}
      {kind === 'bill of supply' && seller.isComposition && (
        <p className="small">Composition taxable person, not eligible to collect tax on supplies</p>
      )}
      <p>
        <strong>{invoiceTitles[kind]}</strong>
      </p>
      <p>
        {number} · {printedDay(issuedAt)}
      </p>
      <p className="small">Order {orderNo}</p>
    </div>
  )
}

function Lines({ invoice }: InvoiceProps) {
  const isTaxed = invoice.namesTax
  return (
    <table
      className="plain"
      aria-label={invoice.credits === null ? 'What was sold' : 'What came back'}
    >
      <tbody>
        {invoice.lines.map((line) => (
          <tr key={line.id}>
            <td>
              {line.name}
              {line.variant !== null && `, ${line.variant}`}
              <div className="small">
                {line.quantity} × {printedAmount(line.unitPrice)}
                {line.hsn !== '' && ` · HSN ${line.hsn}`}
                {isTaxed && ` · GST ${formatRate(line.gstBasisPoints)}`}
              </div>
            </td>
            <td className="number">{printedAmount(line.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
