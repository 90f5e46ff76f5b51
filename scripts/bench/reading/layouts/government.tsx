import { columnsOf } from '../columns.tsx'
import type { Bill } from '../compose/bill.ts'
import { composeBill } from '../compose/bill.ts'
import type { Party } from '../compose/parties.ts'
import type { Kit } from '../kit.ts'
import { H } from '../marks.tsx'
import { Address, dateField, entry, EntryTable, placeOfSupply } from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'

/* The form that came with GST in 2017 and that spreadsheets have copied since: receiver and consignee side by side. */

const css = `${usualCss} ${gridCss} .form { width: 100%; border: 1px solid #333 }
  .form > tbody > tr > td { border: 1px solid #333; padding: 0.6mm 1.5mm; width: 50% }
  .form .head { text-align: center; font-weight: bold; background: #eee } .lines { font-size: 90% }`

export const government: Layout = {
  name: 'government-form',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['hardware', 'electrical', 'household']),
      lines: [1, 8],
      discounts: random.pick([0, 0.4]),
    })
    const all = columnsOf(kit, {
      description: 'Name of Product / Service|Product Description|Description of Goods',
      hsn: 'HSN ACS|HSN Code|HSN/SAC',
      serial: 'S.No.|Sr. No.|S. No',
    })
    const taxes = bill.isNear
      ? [all.cgstPct, all.cgst, all.sgstPct, all.sgst]
      : [all.igstPct, all.igst]
    const columns = [
      all.serial,
      all.description,
      all.hsn,
      all.unit,
      all.qty,
      all.rate,
      ...(bill.discount > 0 ? [all.gross, all.discount] : []),
      all.taxable,
      ...taxes,
      all.total,
    ]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        foot={
          <UsualFoot
            kit={kit}
            bill={bill}
            words={{
              taxable: 'Total Amount before Tax|Total Amount Before Tax',
              taxes: 'Add: CGST,Add: SGST,Add: IGST|Add : CGST,Add : SGST,Add : IGST',
            }}
            total="Total Amount after Tax|Total Amount After Tax|Grand Total"
          />
        }
      />,
      css,
      { size: 8 },
    )
  },
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="c">
        <div className="name" style={{ fontSize: '15pt' }}>
          <H k="vendor_name">{seller.name}</H>
        </div>
        <Address party={seller} />
        <div>
          {kit.say('GSTIN :|GSTIN No. :|GSTIN -')} <H k="gstin">{seller.gstin}</H>
        </div>
        <div className="b">{kit.say('TAX INVOICE|Tax Invoice')}</div>
      </div>
      <table className="form">
        <tbody>
          <tr>
            <td>
              <EntryTable entries={numbers(kit, bill)} colon=" :" />
            </td>
            <td>
              <EntryTable entries={supply(kit, bill)} colon=" :" />
            </td>
          </tr>
          <tr>
            <td className="head">
              {kit.say(
                'Details of Receiver (Billed to)|Bill to Party|Details of Receiver | Billed to :',
              )}
            </td>
            <td className="head">
              {kit.say(
                'Details of Consignee (Shipped to)|Ship to Party|Details of Consignee | Shipped to :',
              )}
            </td>
          </tr>
          <tr>
            <td>
              <PartyForm party={buyer} name="buyer_name" gstin="buyer_gstin" />
            </td>
            <td>
              <PartyForm party={buyer} name="consignee_name" />
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

function PartyForm({ party, name, gstin }: { party: Party; name: string; gstin?: string }) {
  return (
    <>
      <div>
        Name : <H k={name}>{party.name}</H>
      </div>
      <div>
        Address : {party.address.join(', ')}, {party.city} {party.pin}
      </div>
      <div>GSTIN : {gstin === undefined ? party.gstin : <H k={gstin}>{party.gstin}</H>}</div>
      <div>
        State : {party.state} Code : {party.stateCode}
      </div>
    </>
  )
}

function numbers(kit: Kit, bill: Bill) {
  return [
    entry(
      kit.say('Invoice No|Invoice Serial Number|Invoice No.'),
      <H k="invoice_no">{bill.number}</H>,
    ),
    entry(kit.say('Invoice Date|Invoice date'), dateField(kit, 'invoice_date', bill.date)),
    entry(
      kit.say('Reverse Charge (Y/N)|Tax Is Payable On Reverse Charge (Yes/No)'),
      <H k="reverse_charge">{kit.random.pick(['N', 'No'])}</H>,
    ),
    entry('State', `${bill.seller.state}, Code ${bill.seller.stateCode}`),
  ]
}

function supply(kit: Kit, bill: Bill) {
  const { transport } = bill
  return [
    entry(kit.say('Transportation Mode|Transport Mode'), 'By Road'),
    entry(kit.say('Vehicle Number|Vehicle No|Veh. No'), <H k="vehicle_no">{transport.vehicle}</H>),
    entry('Date of Supply', kit.day(bill.date)),
    entry('Place of Supply', placeOfSupply(kit, bill)),
  ]
}
