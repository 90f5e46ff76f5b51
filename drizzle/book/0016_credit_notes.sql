CREATE TABLE `credit_note_counters` (
	`year` integer PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `credit_note_lines` (
	`seq` integer PRIMARY KEY NOT NULL,
	`note_seq` integer NOT NULL,
	`item_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`line_total` integer NOT NULL,
	`gst_amount` integer NOT NULL,
	FOREIGN KEY (`note_seq`) REFERENCES `credit_notes`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `order_items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `credit_note_lines_note` ON `credit_note_lines` (`note_seq`);--> statement-breakpoint
CREATE TABLE `credit_notes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`invoice_seq` integer NOT NULL,
	`number` text NOT NULL,
	`reason` text NOT NULL,
	`taxable` integer NOT NULL,
	`gst` integer NOT NULL,
	`discount` integer NOT NULL,
	`total` integer NOT NULL,
	`payable` integer NOT NULL,
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`invoice_seq`) REFERENCES `invoices`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_id_unique` ON `credit_notes` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_number_unique` ON `credit_notes` (`number`);--> statement-breakpoint
CREATE INDEX `credit_notes_invoice` ON `credit_notes` (`invoice_seq`);--> statement-breakpoint
ALTER TABLE `order_items` ADD `returned_quantity` integer DEFAULT 0 NOT NULL;