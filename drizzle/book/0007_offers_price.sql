ALTER TABLE `offers` ADD `applies_to` text;--> statement-breakpoint
ALTER TABLE `offers` ADD `targets` text;--> statement-breakpoint
ALTER TABLE `order_items` ADD `offer_id` text;--> statement-breakpoint
ALTER TABLE `order_items` ADD `offer_title` text;