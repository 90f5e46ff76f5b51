import { keyPlaceholder, type Samples } from './tasks.ts'
import {
  callFunction,
  fieldFunction,
  rowFunctions,
  sendFunctions,
  vbaLines,
} from './vba-functions.ts'

/** For a module of Excel on Windows, with nothing to install: one record at a time, as VBA reads no JSON by itself. */
export const vbaSamples: Samples = {
  documents: (base) => moduleOf(base, fetchDocuments, rowFunctions),
  orders: (base) => moduleOf(base, fetchOrders, rowFunctions),
  order: (base) => moduleOf(base, placeOrders, sendFunctions),
  products: (base) => moduleOf(base, readProducts, rowFunctions),
  bulk: (base) => moduleOf(base, sendProducts, sendFunctions),
  stock: (base) => moduleOf(base, sendStock, sendFunctions),
}

function moduleOf(base: string, sub: string, functions: string): string {
  const head = vbaLines`
Option Explicit

Const ApiBase As String = "${base}"
Const ApiKey As String = "${keyPlaceholder}"
`
  return [head, sub, functions, callFunction, fieldFunction].join('\n')
}

const fetchDocuments = vbaLines`
' Writes each waiting document into a row of the open sheet, saves the workbook, then marks the document.
Sub FetchDocuments()
    Dim answer As String, id As String, target As Range
    If Not CanSave() Then Exit Sub
    Do
        answer = CallDaybook("GET", "scans/unsynced?limit=1&after=" & id, "")
        id = FieldOf(answer, "id")
        If id = "" Then Exit Do
        Set target = RowOf(id, 5)
        target.Cells(2).Value = FieldOf(answer, "category")
        target.Cells(3).Value = FieldOf(answer, "filename")
        target.Cells(4).Value = FieldOf(answer, "invoice_no")
        target.Cells(5).Value = FieldOf(answer, "created_at")
        ' Only what is saved may be marked.
        ActiveWorkbook.Save
        CallDaybook "POST", "scans/mark-synced", "{""ids"":[""" & id & """],""source"":""Excel""}"
    Loop
End Sub
`

const fetchOrders = vbaLines`
' Writes each waiting order into a row of the open sheet, saves the workbook, then marks the order's lines.
Sub FetchOrders()
    Dim answer As String, id As String, marked As String, target As Range
    If Not CanSave() Then Exit Sub
    Do
        answer = CallDaybook("GET", "orders/unsynced?limit=1&after=" & id, "")
        id = FieldOf(answer, "id")
        If id = "" Then Exit Do
        Set target = RowOf(id, 5)
        target.Cells(2).Value = FieldOf(answer, "order_no")
        target.Cells(3).Value = FieldOf(answer, "customer_name")
        target.Cells(4).NumberFormat = "General"
        target.Cells(4).Value = Val(FieldOf(answer, "total"))
        target.Cells(5).Value = FieldOf(answer, "created_at")
        ' Only what is saved may be marked.
        ActiveWorkbook.Save
        marked = CallDaybook("POST", "orders/sync", "{""orders"":[{""order_id"":""" & id & _
            """,""order_item_ids"":[" & LineIds(answer) & "]}]}")
        If Val(FieldOf(marked, "errors")) > 0 Then
            Err.Raise vbObjectError + 1, "Daybook", FieldOf(marked, "message")
        End If
    Loop
End Sub

' The ids of the lines of an order, as a list in JSON.
Function LineIds(json As String) As String
    Dim place As Long, list As String
    place = InStr(json, """items"":")
    Do
        place = InStr(place + 1, json, """id"":")
        If place = 0 Then Exit Do
        If list <> "" Then list = list & ","
        list = list & """" & FieldOf(json, "id", place) & """"
    Loop
    LineIds = list
End Function
`

const placeOrders = vbaLines`
' Places an order for each row of the open sheet, from row 2 on: your own order number, customer, phone, SKU,
' quantity. Daybook's number is written into column F; a row that has one is not sent again.
Sub PlaceOrders()
    Dim row As Long, body As String, answer As String
    For row = 2 To LastRow()
        If TextOf(row, 1) <> "" And TextOf(row, 6) = "" Then
            body = "{""customer_name"":" & Quoted(TextOf(row, 2)) & _
                ",""customer_phone"":" & Quoted(TextOf(row, 3)) & _
                ",""items"":[{""sku"":" & Quoted(TextOf(row, 4)) & NumberOf(row, 5, "quantity") & "}]}"
            ' With your number, an order that is sent again within a day is not placed twice.
            answer = CallDaybook("POST", "orders", body, TextOf(row, 1))
            ActiveSheet.Cells(row, 6).NumberFormat = "@"
            ActiveSheet.Cells(row, 6).Value = FieldOf(answer, "order_no")
        End If
    Next
End Sub
`

const readProducts = vbaLines`
' Writes each product of the shop into a row of the open sheet.
Sub ReadProducts()
    Dim answer As String, position As Long, target As Range
    Do
        answer = CallDaybook("GET", "products?limit=1&sort=oldest&offset=" & position, "")
        If FieldOf(answer, "slug") = "" Then Exit Do
        Set target = RowOf(FieldOf(answer, "slug"), 4)
        target.Cells(2).Value = FieldOf(answer, "name")
        target.Cells(3).NumberFormat = "General"
        target.Cells(3).Value = Val(FieldOf(answer, "sale_price"))
        target.Cells(4).NumberFormat = "General"
        target.Cells(4).Value = Val(FieldOf(answer, "stock_quantity"))
        position = position + 1
    Loop
End Sub
`

const sendProducts = vbaLines`
' Sends the products of the open sheet, from row 2 on: SKU, name, MRP, price, stock, GST %.
' What came of each is written into column G. An empty cell leaves what Daybook has.
Sub SendProducts()
    Dim row As Long, product As String
    For row = 2 To LastRow()
        product = "{""sku"":" & Quoted(TextOf(row, 1)) & ",""name"":" & Quoted(TextOf(row, 2)) & _
            NumberOf(row, 3, "mrp") & NumberOf(row, 4, "sale_price") & _
            NumberOf(row, 5, "stock_quantity") & NumberOf(row, 6, "gst_pct") & "}"
        ShowResult row, 7, CallDaybook("POST", "products/bulk", "{""products"":[" & product & "]}")
    Next
End Sub
`

const sendStock = vbaLines`
' Sets the stock in column B for the SKU in column A, from row 2 on.
' What came of each is written into column C.
Sub SendStock()
    Dim row As Long, update As String
    For row = 2 To LastRow()
        update = "{""sku"":" & Quoted(TextOf(row, 1)) & NumberOf(row, 2, "stock_quantity") & "}"
        ShowResult row, 3, CallDaybook("POST", "products/stock", "{""updates"":[" & update & "]}")
    Next
End Sub
`
