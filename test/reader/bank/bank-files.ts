/* Statements as banks give them, each with a few rows. */

const stars = '********,**********,**********,********,*******,*******,*******'

const ofxTransactions = (close: (tag: string) => string) => `
<STMTTRN><TRNTYPE>DEBIT${close('TRNTYPE')}<DTPOSTED>20260402120000[+5.5:IST]${close('DTPOSTED')}<TRNAMT>-300.00${close('TRNAMT')}<FITID>1${close('FITID')}<CHECKNUM>778899${close('CHECKNUM')}<NAME>TEJAS &amp; SONS${close('NAME')}<MEMO>INVOICE 42${close('MEMO')}</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT${close('TRNTYPE')}<DTPOSTED>20260403${close('DTPOSTED')}<TRNAMT>500.50${close('TRNAMT')}<FITID>2${close('FITID')}<NAME>CASH DEPOSIT${close('NAME')}<MEMO>CASH DEPOSIT BY SELF${close('MEMO')}</STMTTRN>`

const ofxBody = (
  close: (tag: string) => string,
) => `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>INR${close('CURDEF')}
<BANKACCTFROM><BANKID>HDFC0000123${close('BANKID')}<ACCTID>50200012345678${close('ACCTID')}</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260401${close('DTSTART')}<DTEND>20260430${close('DTEND')}${ofxTransactions(close)}
</BANKTRANLIST><LEDGERBAL><BALAMT>1200.50${close('BALAMT')}<DTASOF>20260430${close('DTASOF')}</LEDGERBAL>
<AVAILBAL><BALAMT>9999.00${close('BALAMT')}</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

export const bankFiles = {
  hdfc: `HDFC BANK Ltd.,,,,,,
M/S. KULKARNI GENERAL STORES,,,,Account Branch :LAXMI ROAD,,
"SHOP 4, LAXMI ROAD",,,,Account No :50200012345678   CURRENT,,
Statement From : 01/04/2026 To : 30/04/2026,,,,RTGS/NEFT IFSC :HDFC0000123,,
,,,,,,
${stars}
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
${stars}
02/04/26,UPI-TEJAS ELECTRICALS-TEJAS@OKSBI,0000609876543210,02/04/26,600.00,,"9,400.00"
,PAYMENT,,,,,
03/04/26,CASH DEPOSIT,000000000000,03/04/26,,"3,000.00","12,400.00"
${stars}
STATEMENT SUMMARY :-,,,,,,
Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal,
"10,000.00",1,1,600.00,"3,000.00","12,400.00",
`,
  plain: `Date,Particulars,Cheque No,Debit,Credit,Balance
01/04/2026,UPI/DR/1/TEJAS,111,500.00,,500.00
02/04/2026,RENT,,300.00,,200.00
13/04/2026,CASH,,,500.00,700.00
`,
  twoReferences: `Tran. Id,Cheque. No./Ref. No.,Transaction Date,Transaction Remarks,Withdrawal Amt (INR),Deposit Amt (INR),Balance (INR)
S1234,778899,01/04/2026,CHEQUE PAID,500.00,,500.00
`,
  web: `<html><head><style>td { color: red }</style></head><body><table><tr><th>Txn <b>Date</b></th><th>Description</th><th>Debit</th><th>Credit</th><th>Balance</th></tr>
<tr><td>01/04/2026</td><td>RENT &amp;<br>WATER</td><td>300.00</td><td>&nbsp;</td><td>&#55;00.00</td></tr></table></body></html>`,
  ofx1: `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n${ofxBody(() => '')}`,
  ofx2: `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?>${ofxBody((tag) => `</${tag}>`)}`,
  mt940: `{1:F01HDFCINBBXXXX}{2:I940}{4:
:20:STATEMENT
:25:HDFCINBB/50200012345678INR
:28C:1/1
:60F:D251231INR1000,
:61:2512310101D300,00NTRF778899
:86:RENT FOR
DECEMBER
:61:2601020102RDR99,50NCHKNONREF//BANKREF
:86:835?00CHEQUE?20CHEQUE RETURNED ?21UNPAID?32TEJAS AND?33 SONS
:62F:D260102INR1200,50
-}`,
  camt: `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<FrToDt><FrDtTm>2026-04-01T00:00:00+05:30</FrDtTm><ToDtTm>2026-04-30T23:59:59+05:30</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>50200012345678</Id></Othr></Id><Ccy>INR</Ccy><Ownr><Nm>KULKARNI GENERAL STORES</Nm></Ownr><Svcr><FinInstnId><ClrSysMmbId><MmbId>HDFC0000123</MmbId></ClrSysMmbId><Nm>HDFC BANK</Nm></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="INR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="INR">200.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="INR">1200.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-04-02</Dt></BookgDt><ValDt><Dt>2026-04-03</Dt></ValDt>
<NtryDtls><TxDtls><Refs><EndToEndId>E2E-1</EndToEndId></Refs><RmtInf><Ustrd>INVOICE 42</Ustrd><Ustrd>AND 43</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="INR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts></Ntry>
</Stmt></BkToCstmrStmt></Document>`,
} as const
