ALTER TABLE `kept_bills` ADD `says_no_tax` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DELETE FROM `settings` WHERE `name` = 'scan-export.kept-bills';--> statement-breakpoint
ALTER TABLE `invoices` ADD `halves_are_equal` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `price_given` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `products` SET `price_given` = `sale_price` > 0;--> statement-breakpoint
ALTER TABLE `variants` ADD `price_given` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `variants` SET `price_given` = `sale_price` > 0;
