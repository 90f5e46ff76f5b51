import { printedAmount, printedDay } from '../../../printing/print-page.tsx'
import { QrCode } from '../../../components/copy.tsx'
import { formatRate } from '../lines.tsx'
import { invoiceTitles, taxTotals, type Invoice } from './data.ts'

type InvoiceProps = { invoice: Invoice }

/** An invoice on A4, with the contents that CGST rule 46 requires, or rule 49 for a bill of supply. */
export function InvoiceSheet({ invoice, copy }: InvoiceProps & { copy: string }) {
  const { seller, kind, undone } = invoice
  return (
    <article className="copy">
      <div className="columns">
        <SellerBlock invoice={invoice} />
        <div className="end">
          <h2>{invoiceTitles[kind]}</h2>
          <p className="small">{copy}</p>
          {undone !== null && <p className="undone">{undone}</p>}
        </div>
      </div>
      {kind === 'bill of supply' && seller.isComposition && (
        <p className="small">Composition taxable person, not eligible to collect tax on supplies</p>
      )}
      <div className="columns part">
        <BuyerBlock invoice={invoice} />
        <Facts invoice={invoice} />
      </div>
      <div className="part">
        <LinesTable invoice={invoice} />
      </div>
      <div className="columns part kept">
        <div>
          <p className="small">Amount in words</p>
          <p>{invoice.inWords}</p>
          {invoice.namesTax && <TaxTable invoice={invoice} />}
        </div>
        <Totals invoice={invoice} />
      </div>
      <div className="columns part kept">
        <Payment invoice={invoice} />
        <div className="end">
          <p>For {seller.name}</p>
          <p className="small" style={{ marginTop: '14mm' }}>
            Authorised signatory
          </p>
        </div>
      </div>
      {seller.terms !== '' && <p className="small lines part kept">{seller.terms}</p>}
    </article>
  )
}

function SellerBlock({ invoice: { seller } }: InvoiceProps) {
  const reach = [seller.phone, seller.email].filter((text) => text !== '').join(' · ')
  return (
    <div>
      <h2>{seller.name}</h2>
      <p className="lines">{seller.address}</p>
      {seller.state !== '' && (
        <p>
          {seller.state}, code {seller.stateCode}
        </p>
      )}
      {reach !== '' && <p>{reach}</p>}
      {seller.gstin !== null && <p>GSTIN {seller.gstin}</p>}
    </div>
  )
}

function BuyerBlock({ invoice: { buyer } }: InvoiceProps) {
  const place = [buyer.city, buyer.pincode].filter((text) => text !== '').join(' ')
  const rows = [buyer.address, place, buyer.state].filter((text) => text !== '')
  return (
    <div>
      <p className="small">Bill to and ship to</p>
      <p>
        <strong>{buyer.name === '' ? 'Cash customer' : buyer.name}</strong>
      </p>
      {rows.length > 0 && <p className="lines">{rows.join('\n')}</p>}
      {buyer.phone !== '' && <p>Phone {buyer.phone}</p>}
      <p>{buyer.gstin === '' ? 'GSTIN: unregistered' : `GSTIN ${buyer.gstin}`}</p>
    </div>
  )
}

function Facts({ invoice }: InvoiceProps) {
  const { number, issuedAt, orderNo, placeOfSupply } = invoice
  const facts = [
    ['Number', number],
    ['Date', printedDay(issuedAt)],
    ['Order', orderNo],
    ['Place of supply', `${placeOfSupply.name}, code ${placeOfSupply.code}`],
    ...(invoice.namesTax ? [['Tax on reverse charge', 'No']] : []),
    ...creditFacts(invoice),
  ]
  return (
    <table className="plain" style={{ width: 'auto' }} aria-label="Invoice">
      <tbody>
        {facts.map(([label, value]) => (
          <tr key={label}>
            <th scope="row" style={{ paddingRight: '4mm' }}>
              {label}
            </th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The invoice that a credit note refers to, and the reason (source: CGST rule 53(1A)). */
export function creditFacts({ credits }: Invoice): [label: string, value: string][] {
  if (credits === null) return []
  const { kind, number, issuedAt, reason } = credits
  const about: [string, string] = [
    `Against ${invoiceTitles[kind].toLowerCase()}`,
    `${number} of ${printedDay(issuedAt)}`,
  ]
  return reason === '' ? [about] : [about, ['Reason', reason]]
}

function LinesTable({ invoice }: InvoiceProps) {
  const isTaxed = invoice.namesTax
  return (
    <table
      className="grid"
      aria-label={invoice.credits === null ? 'What was sold' : 'What came back'}
    >
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Goods</th>
          <th scope="col">HSN</th>
          <th scope="col" className="number">
            Quantity
          </th>
          <th scope="col" className="number">
            {isTaxed ? 'Rate with GST, ₹' : 'Rate, ₹'}
          </th>
          {isTaxed && (
            <>
              <th scope="col" className="number">
                Taxable, ₹
              </th>
              <th scope="col" className="number">
                GST
              </th>
              <th scope="col" className="number">
                Tax, ₹
              </th>
            </>
          )}
          <th scope="col" className="number">
            Amount, ₹
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line, at) => (
          <tr key={line.id}>
            <td>{at + 1}</td>
            <td>
              {line.name}
              {line.variant !== null && `, ${line.variant}`}
              {line.offer !== null && <span className="small"> ({line.offer})</span>}
            </td>
            <td>{line.hsn}</td>
            <td className="number">{line.quantity} Nos</td>
            <td className="number">{printedAmount(line.unitPrice)}</td>
            {isTaxed && (
              <>
                <td className="number">{printedAmount(line.taxable)}</td>
                <td className="number">{formatRate(line.gstBasisPoints)}</td>
                <td className="number">{printedAmount(line.gst)}</td>
              </>
            )}
            <td className="number">{printedAmount(line.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The tax for each HSN code and rate, split into the heads of GST. */
function TaxTable({ invoice: { taxes, isInterState } }: InvoiceProps) {
  const heads = isInterState
    ? ([['IGST', 'igst', 1]] as const)
    : ([
        ['CGST', 'cgst', 2],
        ['SGST', 'sgst', 2],
      ] as const)
  return (
    <table className="grid small part" aria-label="Tax by HSN code">
      <thead>
        <tr>
          <th scope="col">HSN</th>
          <th scope="col" className="number">
            Taxable, ₹
          </th>
          {heads.map(([head]) => (
            <th scope="col" className="number" key={head}>
              {head}, ₹
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {taxes.map((tax) => (
          <tr key={`${tax.hsn} ${tax.gstBasisPoints}`}>
            <td>{tax.hsn === '' ? '–' : tax.hsn}</td>
            <td className="number">{printedAmount(tax.taxable)}</td>
            {heads.map(([head, field, parts]) => (
              <td className="number" key={head}>
                {printedAmount(tax[field])} at {formatRate(tax.gstBasisPoints / parts)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Totals({ invoice }: InvoiceProps) {
  return (
    <table className="plain" style={{ width: 'auto', minWidth: '62mm' }} aria-label="Total">
      <tbody>
        <TotalRows invoice={invoice} />
      </tbody>
    </table>
  )
}

/** Taxable value, tax, discount, round-off and total. */
export function TotalRows({ invoice }: InvoiceProps) {
  const { subtotal, gstTotal, discount, roundOff, payable } = invoice
  const rows = [
    ...(invoice.namesTax
      ? [{ label: 'Taxable value', paise: subtotal }, ...taxTotals(invoice)]
      : [{ label: 'Amount', paise: subtotal + gstTotal }]),
    ...(discount > 0 ? [{ label: 'Discount', paise: -discount }] : []),
    ...(roundOff === 0 ? [] : [{ label: 'Round-off', paise: roundOff }]),
  ]
  return (
    <>
      {rows.map(({ label, paise }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td className="number">{printedAmount(paise)}</td>
        </tr>
      ))}
      <tr className="total">
        <th scope="row">Total</th>
        <td className="number">₹{printedAmount(payable)}</td>
      </tr>
    </>
  )
}

function Payment({ invoice: { seller, upi } }: InvoiceProps) {
  const { bank, account, ifsc, upiId } = seller
  const hasBank = account !== ''
  return (
    <div className="columns">
      {upi !== null && <QrCode value={upi} label={`Pay by UPI to ${upiId}`} />}
      <div>
        {upi !== null && <p>UPI: {upiId}</p>}
        {hasBank && (
          <p className="lines">
            {[bank, `Account ${account}`, ifsc && `IFSC ${ifsc}`]
              .filter((text) => text !== '')
              .join('\n')}
          </p>
        )}
      </div>
    </div>
  )
}
